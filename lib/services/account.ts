import { email as emailSchema, type RegisteredUser, type Registration } from "../contracts/account";
import { hashPassword, verifyPassword } from "../crypto/password";
import { isUniqueViolation } from "../db/failures";
import { AppError } from "../errors";
import { runtime } from "../runtime";

export async function register({ email, password, name }: Registration): Promise<RegisteredUser> {
  const { db, settings } = runtime();
  if (settings.AUTH_REGISTRATION === "closed" || !settings.AUTH_PASSWORD_LOGIN) throw new AppError("REGISTRATION_CLOSED");
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) throw new AppError("EMAIL_TAKEN");
  const passwordHash = await hashPassword(password);
  try {
    const { id } = await db.user.create({ data: { email, name: name ?? null, passwordHash } });
    return { id, email, name: name ?? null };
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("EMAIL_TAKEN");
    throw error;
  }
}

/** The user of an e-mail address and password, or null. Takes as long for an unknown address as for a wrong password. */
export async function verifyLogin(email: string, password: string): Promise<RegisteredUser | null> {
  const address = emailSchema().safeParse(email);
  const user = address.success
    ? await runtime().db.user.findUnique({ where: { email: address.data }, select: { id: true, email: true, name: true, passwordHash: true } })
    : null;
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  return user && matches ? { id: user.id, email: user.email, name: user.name } : null;
}
