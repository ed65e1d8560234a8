export { default, metadata } from "../../../access-keys/page";
