export { engine } from "./engine";
