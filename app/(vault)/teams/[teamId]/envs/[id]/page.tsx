export { default, generateMetadata } from "../../../../envs/[id]/page";
