/** Fits the names that people give to variables with secrets. */
export const secretName = /KEY|SECRET|TOKEN|PASS|PWD|PIN|CREDENTIAL|PRIVATE|SIGNING|SALT|DSN/i;
