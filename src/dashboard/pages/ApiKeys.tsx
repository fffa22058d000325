/** The account's API keys. */
import { useQueryClient } from "@tanstack/react-query"
import { refresh, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Listing } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { apiKeys as Words } from "../words/keys.ts"
import { CreateKey, type Desk, keyColumns, noKeys } from "./keys/KeyParts.tsx"

export default function ApiKeys() {
  const { may, own } = useSignedIn()
  const client = useQueryClient()
  const keys = useServiceQuery("keys", ["own"], (who, options) => who.own.apiKeys.get(options))
  const desk: Desk = {
    create: (body, sending) => own.apiKeys.create(body, sending),
    rotate: (who, id) => who.own.apiKeys.rotate(id),
    revoke: (who, id) => who.own.apiKeys.delete(id)
  }
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about}>
        {may("keys") && <CreateKey desk={desk} onDone={() => refresh(client, ["keys"])} />}
      </PageHead>
      <div className="card card-flush">
        <Listing
          of={keys}
          caption={Words.title}
          columns={keyColumns(may("keys") ? desk : undefined)}
          idOf={(each) => each.id}
          empty={noKeys}
        />
      </div>
    </div>
  )
}
