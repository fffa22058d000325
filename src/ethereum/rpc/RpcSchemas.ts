/**
 * Responses of Ethereum nodes, as sent and as decoded: numbers as numbers, hashes and addresses in
 * lower case. Nothing is guessed: a response of another shape is refused.
 */
import { Schema } from "effect"

const hex = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))

/** A number of at most 52 bits: exact. */
export const Quantity = hex(/^0x[0-9a-fA-F]{1,13}$/)
export const Data = hex(/^0x([0-9a-fA-F]{2})*$/)
const Word = hex(/^0x[0-9a-fA-F]{64}$/)

export const RawHeader = Schema.NullOr(
  Schema.Struct({
    number: Quantity,
    hash: Word,
    parentHash: Word,
    timestamp: Quantity,
    logsBloom: hex(/^0x[0-9a-fA-F]{512}$/)
  })
)

export const RawLog = Schema.Struct({
  address: hex(/^0x[0-9a-fA-F]{40}$/),
  topics: Schema.Array(Word),
  data: Data,
  blockNumber: Quantity,
  blockHash: Word,
  transactionHash: Word,
  logIndex: Quantity
})
export const RawLogs = Schema.Array(RawLog)

export const RawReceipt = Schema.NullOr(
  Schema.Struct({ blockNumber: Quantity, blockHash: Word, status: Quantity, logs: RawLogs })
)

export interface Header {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** The block's own time, milliseconds. */
  readonly at: number
  readonly logsBloom: string
}

/** One transfer of USDC. */
export interface Transfer {
  readonly txHash: string
  readonly logIndex: number
  readonly blockNumber: number
  readonly blockHash: string
  readonly from: string
  readonly to: string
  /** Micro-USDC. */
  readonly value: bigint
}

export interface Receipt {
  readonly blockNumber: number
  readonly blockHash: string
  readonly isSuccess: boolean
  readonly transfers: ReadonlyArray<Transfer>
}

/** keccak-256 of `Transfer(address,address,uint256)`. */
export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

const addressStart = 26
const wordChars = 66

export const header = (raw: typeof RawHeader.Type): Header | undefined =>
  raw === null
    ? undefined
    : {
        number: Number(raw.number),
        hash: raw.hash.toLowerCase(),
        parentHash: raw.parentHash.toLowerCase(),
        at: Number(raw.timestamp) * 1000,
        logsBloom: raw.logsBloom
      }

/** The transfers of this token among logs, in the chain's order. Other logs are left out. */
export const transfers = (
  logs: ReadonlyArray<typeof RawLog.Type>,
  usdc: string
): ReadonlyArray<Transfer> =>
  logs
    .flatMap((log): ReadonlyArray<Transfer> => {
      const [topic, from, to, ...more] = log.topics
      const isTransfer = topic?.toLowerCase() === transferTopic && more.length === 0
      if (!isTransfer || log.address.toLowerCase() !== usdc) return []
      if (from === undefined || to === undefined || log.data.length !== wordChars) return []
      return [
        {
          txHash: log.transactionHash.toLowerCase(),
          logIndex: Number(log.logIndex),
          blockNumber: Number(log.blockNumber),
          blockHash: log.blockHash.toLowerCase(),
          from: `0x${from.slice(addressStart).toLowerCase()}`,
          to: `0x${to.slice(addressStart).toLowerCase()}`,
          value: BigInt(log.data)
        }
      ]
    })
    .sort((left, right) => left.blockNumber - right.blockNumber || left.logIndex - right.logIndex)

export const receipt = (raw: typeof RawReceipt.Type, usdc: string): Receipt | undefined =>
  raw === null
    ? undefined
    : {
        blockNumber: Number(raw.blockNumber),
        blockHash: raw.blockHash.toLowerCase(),
        isSuccess: Number(raw.status) === 1,
        transfers: transfers(raw.logs, usdc)
      }
