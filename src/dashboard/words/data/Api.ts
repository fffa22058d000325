/** Words for files that the service makes. */
export const fileFailed = (status: number): string => `The file could not be created (${status}).`
