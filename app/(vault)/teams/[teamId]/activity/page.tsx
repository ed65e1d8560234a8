export { default, metadata } from "../../../activity/page";
