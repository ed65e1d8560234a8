export { default, metadata } from "../../../trash/page";
