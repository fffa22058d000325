/** How far a process is on its way to serve: what `/readyz` tells. */
import { Context } from "effect"

export type Name = "starting" | "standby" | "recovering" | "ready"

export interface Progress {
  readonly now: () => Name
  readonly enter: (name: Name) => void
}

export const make = (): Progress => {
  let phase: Name = "starting"
  return {
    now: () => phase,
    enter: (name) => {
      phase = name
    }
  }
}

export class ServiceState extends Context.Reference<Progress>("payouts/engine/Phase", {
  defaultValue: make
}) {}
