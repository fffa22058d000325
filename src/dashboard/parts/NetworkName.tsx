/** A network by its name and country. */
import { useNetworkName } from "../data/Networks.ts"

export const NetworkName = ({ of }: { readonly of: string }) => useNetworkName(of)
