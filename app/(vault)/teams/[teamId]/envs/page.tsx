export { default, metadata } from "../../../envs/page";
