/**
 * Milliseconds for which a test waits for something that must come. A slow machine may need most of
 * them, and a test that hangs is ended by the runner soon afterwards.
 */
export const patienceMs = 90_000
