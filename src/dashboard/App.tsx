/** The application with its query cache, its session and its routes. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { Suspense } from "react"
import { Route, Router, Switch } from "wouter"
import * as Api from "./data/Api.ts"
import { Gate } from "./Gate.tsx"
import { Skeleton } from "./parts/Answer.tsx"
import { Boundary } from "./parts/Boundary.tsx"
import { Toaster } from "./parts/Toast.tsx"
import { Welcome } from "./Routes.tsx"

/** Milliseconds in which a cached response is not read again, unless a change is reported. */
const staleMs = 15_000

const retriesMax = 2

/** Handles errors of any request: an expired session, or a missing second factor. */
const noticed = (error: unknown): void => {
  if (Api.isProblem(error, 401)) client.resetQueries({ queryKey: ["session"] })
  if (Api.isProblem(error, 403, "SECOND_FACTOR_REQUIRED")) {
    client.setQueryData(["factor-needed"], true)
  } else if (Api.isProblem(error, 403)) {
    // The role may have changed or been removed.
    client.invalidateQueries({ queryKey: ["session"] })
  }
}

const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== "session") noticed(error)
    }
  }),
  mutationCache: new MutationCache({ onError: noticed }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < retriesMax && Api.mayPass(error),
      staleTime: staleMs
    },
    // Without a network an action fails at once, because a queued action could run hours later.
    mutations: { networkMode: "always" }
  }
})

export const App = () => (
  <QueryClientProvider client={client}>
    <Toaster>
      <Router base="/dashboard">
        <Boundary>
          <Suspense fallback={<Skeleton />}>
            <Switch>
              <Route path="/welcome" component={Welcome} />
              <Route component={Gate} />
            </Switch>
          </Suspense>
        </Boundary>
      </Router>
    </Toaster>
  </QueryClientProvider>
)
