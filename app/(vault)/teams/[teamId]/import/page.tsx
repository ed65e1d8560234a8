export { default, metadata } from "../../../import/page";
