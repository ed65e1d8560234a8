export function whenLeaving(step: () => void): void;
export function leaveInOrder(): void;
export function isOnlyOne(port?: number): Promise<boolean>;
