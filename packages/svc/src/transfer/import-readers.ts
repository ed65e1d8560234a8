/*
 * What reads other tools' exports: a file of its own when built, since no other command needs it.
 */
export { readImport } from "../../../../lib/import";
export { exportBytes } from "../../../../lib/import/archive";
export { importAll, tooMuchFor } from "../../../../lib/import/batches";
export { columnKinds } from "../../../../lib/import/csv/csv";
export { decodeText } from "../../../../lib/import/encoding";
