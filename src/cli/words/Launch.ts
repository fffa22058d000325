/** Words of the installed program, which also run on the Node that is too old for the rest. */

export interface Needs {
  readonly majorMin: number
  readonly version: string
  readonly platform: string
  readonly arch: string
}

export const needsNode = ({ arch, majorMin, platform, version }: Needs): string =>
  `payout-service needs Node ${majorMin} or newer: this is ${version}, ` +
  `and npm installed no other for ${platform} ${arch}`
