import { AppError } from "@/lib/errors";
import { toWebResponse } from "@/lib/http/types";
import { errorResponse } from "@/lib/http/answer/error-response";

const notFound = () => toWebResponse(errorResponse(new AppError("NOT_FOUND")));

export {
  notFound as DELETE,
  notFound as GET,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
