/**
 * Ended payouts and batches as numbers in typed arrays, some 80 bytes each, found by id and by
 * deposit address. A large log has millions of them, and as objects they would fill the heap.
 */

/** The facts that the subjects of one kind share. */
export interface Subject<Profile> {
  readonly id: string
  readonly accountId: string
  /** Milliseconds. */
  readonly createdAt: number
  /** `undefined` if no deposit address is the subject's own. */
  readonly depositAddress: string | undefined
  readonly profile: Profile
}

/** An id with its length: 31 characters of ASCII at most. */
const idBytes = 32
const addressBytes = 20

/** Subjects whose columns are allocated together. */
const chunkSize = 4096

interface Chunk {
  readonly ids: Uint8Array
  readonly addresses: Uint8Array
  readonly accounts: Uint32Array
  /** The number of the profile, plus one; negative if the subject has no address. */
  readonly profiles: Int16Array
  readonly createdAt: Float64Array
}

const makeChunk = (): Chunk => ({
  ids: new Uint8Array(chunkSize * idBytes),
  addresses: new Uint8Array(chunkSize * addressBytes),
  accounts: new Uint32Array(chunkSize),
  profiles: new Int16Array(chunkSize),
  createdAt: new Float64Array(chunkSize)
})

const idForm = /^[!-~]{1,31}$/
const addressForm = /^0x[0-9a-f]{40}$/i

/** True if a subject has a form that is packed without loss. */
export const canPack = ({
  depositAddress,
  id
}: Pick<Subject<never>, "id" | "depositAddress">): boolean =>
  idForm.test(id) && (depositAddress === undefined || addressForm.test(depositAddress))

/** FNV-1a of a text's characters. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The last characters are random, and the lowest bits choose the place.
  return (hash ^ (hash >>> 15)) >>> 0
}

/** A hash table of the numbers of records, by a text that each record has. */
const makeTable = (textOf: (record: number) => string) => {
  let places = new Int32Array(1024)
  let size = 0
  const placeOf = (text: string): number => {
    const mask = places.length - 1
    let place = hashOf(text) & mask
    for (let found = places[place]; found; found = places[place]) {
      if (textOf(found - 1) === text) return place
      place = (place + 1) & mask
    }
    return place
  }
  const grow = (): void => {
    const before = places
    places = new Int32Array(before.length * 2)
    for (const found of before) if (found > 0) places[placeOf(textOf(found - 1))] = found
  }
  return {
    find: (text: string): number => (places[placeOf(text)] ?? 0) - 1,
    add: (text: string, record: number): void => {
      size++
      if (size * 3 > places.length * 2) grow()
      places[placeOf(text)] = record + 1
    }
  }
}

/** Values that many records share, each kept once and named by its number. */
const makeShared = <A>() => {
  const values: Array<A> = []
  const numbers = new Map<string, number>()
  return {
    numberOf: (key: string, value: A): number => {
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, values.length)
      values.push(value)
      return values.length - 1
    },
    at: (number: number): A => values[number] as A
  }
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

export const make = <Profile extends object>() => {
  const chunks: Array<Chunk> = []
  const accounts = makeShared<string>()
  const profiles = makeShared<Profile>()
  let size = 0
  const chunkOf = (record: number): Chunk => chunks[Math.floor(record / chunkSize)] as Chunk

  const idOf = (record: number): string => {
    const { ids } = chunkOf(record)
    const start = (record % chunkSize) * idBytes
    return String.fromCharCode(...ids.subarray(start + 1, start + 1 + (ids[start] ?? 0)))
  }

  const addressOf = (record: number): string | undefined => {
    const { addresses, profiles: numbers } = chunkOf(record)
    const row = record % chunkSize
    if ((numbers[row] ?? 0) < 0) return undefined
    let text = "0x"
    for (let at = row * addressBytes; at < (row + 1) * addressBytes; at++) {
      text += hexPairs[addresses[at] ?? 0]
    }
    return text
  }

  const byId = makeTable(idOf)

  const write = (record: number, subject: Subject<Profile>): void => {
    const chunk = chunkOf(record)
    const row = record % chunkSize
    const { accountId, createdAt, depositAddress, id, profile } = subject
    chunk.ids[row * idBytes] = id.length
    for (let at = 0; at < id.length; at++) chunk.ids[row * idBytes + 1 + at] = id.charCodeAt(at)
    for (let at = 0; depositAddress !== undefined && at < addressBytes; at++) {
      const byte = depositAddress.slice(2 + at * 2, 4 + at * 2)
      chunk.addresses[row * addressBytes + at] = Number.parseInt(byte, 16)
    }
    const profileNumber = profiles.numberOf(JSON.stringify(profile), profile) + 1
    chunk.profiles[row] = depositAddress === undefined ? -profileNumber : profileNumber
    chunk.accounts[row] = accounts.numberOf(accountId, accountId)
    chunk.createdAt[row] = createdAt
  }

  const find = (id: string): Subject<Profile> | undefined => {
    const record = byId.find(id)
    if (record < 0) return undefined
    const chunk = chunkOf(record)
    const row = record % chunkSize
    return {
      id,
      accountId: accounts.at(chunk.accounts[row] ?? 0),
      createdAt: chunk.createdAt[row] ?? 0,
      depositAddress: addressOf(record),
      profile: profiles.at(Math.abs(chunk.profiles[row] ?? 0) - 1)
    }
  }

  return {
    /** The number of subjects. */
    size: (): number => size,
    find,
    /** Adds a subject that can be packed. One that is known stays as it is. */
    add: (subject: Subject<Profile>): void => {
      if (byId.find(subject.id) >= 0) return
      if (size === chunks.length * chunkSize) chunks.push(makeChunk())
      write(size, subject)
      byId.add(subject.id, size)
      size++
    },
    /** The subjects with a deposit address, in lower case. */
    addressed: function* (): Generator<{ readonly id: string; readonly depositAddress: string }> {
      for (let record = 0; record < size; record++) {
        const depositAddress = addressOf(record)
        if (depositAddress !== undefined) yield { id: idOf(record), depositAddress }
      }
    },
    /** A search of ids by address, in lower case, among the subjects that are here now. */
    owners: (): ((address: string) => string | undefined) => {
      const byAddress = makeTable((record) => addressOf(record) ?? "")
      for (let record = 0; record < size; record++) {
        const address = addressOf(record)
        if (address !== undefined) byAddress.add(address, record)
      }
      return (address) => {
        const record = byAddress.find(address)
        return record < 0 ? undefined : idOf(record)
      }
    }
  }
}

export type PackedSubjects<Profile extends object> = ReturnType<typeof make<Profile>>
