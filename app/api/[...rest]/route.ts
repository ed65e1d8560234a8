import { AppError } from "@/lib/errors";
import { toWebResponse } from "@/lib/http/exchange";
import { failureReply } from "@/lib/http/failure";

const notFound = () => toWebResponse(failureReply(new AppError("NOT_FOUND")));

export {
  notFound as DELETE,
  notFound as GET,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
