import { AppError } from "@/lib/errors";
import { failureResponse } from "@/lib/http/failure";

const notFound = () => failureResponse(new AppError("NOT_FOUND"));

export { notFound as DELETE, notFound as GET, notFound as OPTIONS, notFound as PATCH, notFound as POST, notFound as PUT };
