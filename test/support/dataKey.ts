/** The key that encrypts personal data in tests. All programs and clients of a database share it. */
export const dataKey = Buffer.alloc(32, "test key").toString("base64")
