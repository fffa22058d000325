/** The texts of a source file that a user may read: string literals, templates and JSX. */
import * as fs from "node:fs"
import * as path from "node:path"
import { parseSync } from "vite"

const root = path.join(import.meta.dirname, "..", "..")

export interface Text {
  readonly file: string
  readonly line: number
  /** The text with `{}` in place of values and `<>` in place of elements of JSX. */
  readonly text: string
  /**
   * The attribute of JSX, or the property of an object, that has the text as its value. Words
   * between tags are `children`, a defect's message is `Error`, a module's path `import`.
   */
  readonly property?: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value

const childrenOf = (node: Node): ReadonlyArray<Node> =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
  )

const nodeAt = (node: Node, key: string): Node | undefined => {
  const value = node[key]
  return isNode(value) ? value : undefined
}

const nodesAt = (node: Node, key: string): ReadonlyArray<Node> => {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Nodes whose strings are for the compiler or for a comparison. */
const unread = new Set(["ImportDeclaration", "ExportAllDeclaration", "SwitchCase"])
const comparisons = new Set(["===", "!==", "in"])

const isUnread = (node: Node): boolean =>
  unread.has(node.type) ||
  (node.type.startsWith("TS") && nodeAt(node, "expression") === undefined) ||
  (node.type === "BinaryExpression" && comparisons.has(String(node.operator)))

/** The text of a literal, a template or their sum; other values are `{}`. */
const textOf = (node: Node): string | undefined => {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined
  if (node.type === "TemplateLiteral") {
    const parts = nodesAt(node, "quasis").map(({ value }) => (value as { cooked: string }).cooked)
    return parts.join("{}")
  }
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined
  const [left, right] = [nodeAt(node, "left"), nodeAt(node, "right")]
  const texts = [left, right].map((side) => (side === undefined ? undefined : textOf(side)))
  return texts.every((text) => text === undefined)
    ? undefined
    : texts.map((text) => text ?? "{}").join("")
}

const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The words of an element's children, with `{}` for values and `<>` for elements. */
const jsxTextOf = (node: Node): string | undefined => {
  const children = nodesAt(node, "children")
  if (!children.some((child) => child.type === "JSXText" && /\S/.test(String(child.value)))) {
    return undefined
  }
  const partOf = (child: Node): string => {
    if (child.type === "JSXText") return String(child.value)
    const expression = nodeAt(child, "expression")
    if (expression === undefined) return "<>"
    return (expression.type === "Literal" ? textOf(expression) : undefined) ?? "{}"
  }
  return squeeze(children.map(partOf).join(""))
}

const nameOf = (node: Node | undefined): string | undefined =>
  node === undefined ? undefined : String(node.name ?? node.value ?? "")

/** The property whose value is the texts below a node. */
const propertyBelow = (node: Node, property: string | undefined): string | undefined => {
  if (node.type === "JSXAttribute") return nameOf(nodeAt(node, "name"))
  if (node.type === "Property") return nameOf(nodeAt(node, "key"))
  if (node.type === "ImportExpression") return "import"
  if (node.type === "NewExpression" && nameOf(nodeAt(node, "callee")) === "Error") return "Error"
  return node.type === "CallExpression" || node.type === "JSXElement" ? undefined : property
}

/** The nodes below a node whose texts are not part of the node's text. */
const restOf = (node: Node): ReadonlyArray<Node> => {
  if (isUnread(node)) return nodesAt(node, "consequent")
  const isText = textOf(node) !== undefined
  return childrenOf(node).filter(
    (child) =>
      !(node.type === "Property" && child === node.key) && !(isText && textOf(child) !== undefined)
  )
}

/** Every text of a source, in order. */
export const textsOf = (file: string, source: string): ReadonlyArray<Text> => {
  const parsed = parseSync(file, source)
  if (parsed.errors.length > 0) throw new Error(`${file} cannot be parsed`)
  const walk = (node: Node, property: string | undefined): ReadonlyArray<Text> => {
    const line = source.slice(0, node.start).split("\n").length
    const named = property === undefined ? {} : { property }
    const own = isUnread(node) ? undefined : textOf(node)
    const jsx = jsxTextOf(node)
    const below = propertyBelow(node, property)
    return [
      ...(own === undefined ? [] : [{ file, line, text: own, ...named }]),
      ...(jsx === undefined ? [] : [{ file, line, text: jsx, property: "children" }]),
      ...restOf(node).flatMap((child) => walk(child, below))
    ]
  }
  return walk(parsed.program as unknown as Node, undefined)
}

/** The texts of every TypeScript file in a folder of the repository. */
export const textsIn = (folder: string): ReadonlyArray<Text> =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .flatMap((name) => {
      const file = path.posix.join(folder, name)
      return textsOf(file, fs.readFileSync(path.join(root, file), "utf8"))
    })
