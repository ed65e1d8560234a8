export { default, metadata } from "../../../2fa/page";
