/** Deliveries to one endpoint, and sending the failed ones again all at once. */
import { useQueryClient } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import { dayMs } from "../../../domain/Day.ts"
import * as Format from "../../data/Format.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Filters, SelectFilter, useFilter } from "../../parts/Filters.tsx"
import { Form } from "../../parts/Form.tsx"
import { Pager, usePage } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Deliveries } from "../payout/Deliveries.tsx"

const statuses = ["pending", "delivered", "failed"] as const

/** What a `datetime-local` field takes: the viewer's own time, to the minute. */
const localOf = (time: number): string => {
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 16)
}

const ResendFailed = ({ id }: { readonly id: string }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens
      title="Resend all failed"
      button={(open) => (
        <Button isSmall icon={RotateCw} onClick={open}>
          Resend all failed
        </Button>
      )}
    >
      {(close) => (
        <Form
          label="Resend all failed"
          onCancel={close}
          onSubmit={async (values, sending) => {
            const since = new Date(values.text("since")).toISOString()
            const done = await api.webhooks.endpoints.resendFailed(id, { since }, sending)
            refresh(client, ["deliveries"])
            const more = done.remaining === 0 ? "" : ` ${Format.count(done.remaining)} are left.`
            toast.say(`${Format.count(done.resent)} events are sent again.${more}`)
            close()
          }}
        >
          <Field
            name="since"
            label="Failed since"
            type="datetime-local"
            required
            defaultValue={localOf(Date.now() - dayMs)}
            hint="In your own time zone."
          />
        </Form>
      )}
    </Opens>
  )
}

export const EndpointDeliveries = ({ id }: { readonly id: string }) => {
  const { may } = useSignedIn()
  const page = usePage()
  const [chosen] = useFilter("status")
  const status = statuses.find((each) => each === chosen)
  const deliveries = useServiceQuery(
    "deliveries",
    ["endpoint", id, page, status],
    ({ api }, options) => api.webhooks.endpoints.deliveries.list(id, { ...page, status }, options)
  )
  return (
    <Section title="Deliveries" actions={may("write") && <ResendFailed id={id} />}>
      <Filters>
        <SelectFilter
          name="status"
          label="Status"
          options={statuses.map((each) => [each, Format.words(each)] as const)}
        />
      </Filters>
      <Answer of={deliveries}>
        {({ data, limit, offset, total }) => (
          <>
            <Deliveries
              of={data}
              hasLinks={false}
              empty={<p>Events appear here as they are sent.</p>}
            />
            {total > limit && <Pager total={total} limit={limit} offset={offset} name="offset" />}
          </>
        )}
      </Answer>
    </Section>
  )
}
