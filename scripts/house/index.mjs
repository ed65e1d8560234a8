/**
 * The structure of the code, as lint enforces it: the walls between its rooms, no import cycles, SQL in one room only,
 * services that use their doors, and few that open sealed values.
 */
import { circles } from "./circles.mjs";
import { doors, sql } from "./doors.mjs";
import { walls } from "./walls.mjs";

export { circleOf } from "./circles.mjs";
export { openers } from "./doors.mjs";
export { mayImport, roomOf } from "./rooms.mjs";
export const house = { rules: { walls, circles, sql, doors } };
