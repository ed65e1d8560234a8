export { default, metadata } from "../../../vault/page";
