/** Words for what a browser does with passkeys. */
export const notSupported =
  "This browser cannot use passkeys here. Open the dashboard by HTTPS in a current version of " +
  "Chrome, Edge, Firefox or Safari."

/** By the name of the browser's error. */
export const failures: Readonly<Record<string, string>> = {
  NotAllowedError: "The passkey was not used: the request was cancelled or took too long.",
  InvalidStateError: "This device has a passkey for you already.",
  SecurityError: "The browser refuses passkeys under this address."
}

export const failed = "The browser could not use a passkey."
