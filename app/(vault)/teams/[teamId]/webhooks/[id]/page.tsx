export { default, generateMetadata } from "../../../../webhooks/[id]/page";
