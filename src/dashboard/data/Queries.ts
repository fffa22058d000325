/** Queries and mutations of the pages. The live stream invalidates queries by these names. */
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient
} from "@tanstack/react-query"
import type { CallOptions } from "../../client/Transport.ts"
import { useToast } from "../parts/Toast.tsx"
import { type SignedIn, useSignedIn } from "./SignedIn.tsx"

/** The live stream reports the first eleven kinds. The others depend on them or on time. */
export type QueryKind =
  | "payouts"
  | "batches"
  | "balance"
  | "deliveries"
  | "quotes"
  | "endpoints"
  | "keys"
  | "team"
  | "accounts"
  | "beneficiaries"
  | "recipients"
  | "events"
  | "requests"
  | "audit"
  | "stats"
  | "health"
  | "incidents"
  | "networks"
  | "float"
  | "cluster"
  | "public"
  | "sessions"
  | "factors"
  | "notices"
  | "reports"
  | "books"

interface QueryOptions {
  readonly isOn?: boolean
  readonly everyMs?: number
}

/**
 * A cached and refreshed response of the service. A list page stays until the next one is loaded.
 */
export const useServiceQuery = <A>(
  kind: QueryKind,
  names: ReadonlyArray<unknown>,
  ask: (who: SignedIn, options: CallOptions) => Promise<A>,
  { everyMs, isOn = true }: QueryOptions = {}
): UseQueryResult<A> => {
  const who = useSignedIn()
  return useQuery({
    queryKey: [kind, who.scope, ...names],
    queryFn: ({ signal }) => ask(who, { signal }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs })
  })
}

export const refresh = (client: QueryClient, kinds: ReadonlyArray<QueryKind>): void => {
  for (const kind of kinds) client.invalidateQueries({ queryKey: [kind] })
}

interface UserAction<I> {
  readonly run: (input: I) => void
  readonly isRunning: boolean
  readonly input: I | undefined
}

interface ActionOptions {
  readonly changes: ReadonlyArray<QueryKind>
  readonly done: string
  /** Shows a failure in place of the message below the page, which a dialog would cover. */
  readonly fail?: (error: unknown) => void
}

/** The action of a button, with a message after success or failure. */
export const useAction = <I = void>(
  act: (who: SignedIn, input: I) => Promise<unknown>,
  { changes, done, fail }: ActionOptions
): UserAction<I> => {
  const who = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: (input: I) => act(who, input),
    onSuccess: () => {
      refresh(client, changes)
      toast.say(done)
    },
    onError: fail ?? toast.fail
  })
  return {
    run: (input) => mutation.mutate(input),
    isRunning: mutation.isPending,
    input: mutation.variables
  }
}
