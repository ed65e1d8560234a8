export { default, generateMetadata } from "../../../../projects/[name]/page";
