export { default, metadata } from "../../../projects/page";
