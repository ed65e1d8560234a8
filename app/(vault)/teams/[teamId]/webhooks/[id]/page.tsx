export { default, metadata } from "../../../../webhooks/[id]/page";
