export function build(options?: { tools?: boolean }): Promise<void>;
