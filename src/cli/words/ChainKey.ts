/** Words about the private key of the sender of a transaction. */

export const version3Only = "The keystore file is not one of version 3."
export const notDerived = "The keystore's key cannot be derived."
export const wrongPassword = "CHAIN_KEYSTORE_PASSWORD does not open the keystore file."
export const wrongKey = "CHAIN_PRIVATE_KEY must be 32 bytes in hex."
export const twoSources = "Give CHAIN_PRIVATE_KEY or --keystore, not both."
export const noSource = "Set CHAIN_PRIVATE_KEY, or name a file with --keystore."
export const noPassword = "Set CHAIN_KEYSTORE_PASSWORD to the keystore's password."
export const unreadable = (file: string): string => `${file} cannot be read.`
