/**
 * Makes the client's own package, `npm run pack:client`: compiled modules and their types, with the
 * service's version. The tarball comes into `.build`, or into the folder that is given.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")
const source = path.join(root, "src/client")
const build = path.join(root, ".build")
const destination = path.resolve(process.argv[2] ?? build)

fs.mkdirSync(build, { recursive: true })
const staging = fs.mkdtempSync(path.join(build, "client-"))

const compile = (...options: ReadonlyArray<string>): void => {
  const project = "src/tools/tsconfig.client.json"
  const words = ["--project", project, "--outDir", staging, ...options]
  execFileSync(path.join(root, "node_modules/.bin/tsc"), words, { cwd: root, stdio: "inherit" })
}

const json = (file: string) => JSON.parse(fs.readFileSync(file, "utf8"))

/** The manifest names no version: the service and its client have one. */
const manifest = (): string => {
  const { name, ...rest } = json(path.join(source, "package.json"))
  const { version } = json(path.join(root, "package.json"))
  return `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`
}

try {
  // In two steps: comments belong to the types, which editors show, and not to the code.
  compile("--removeComments")
  compile("--declaration", "--emitDeclarationOnly")
  fs.writeFileSync(path.join(staging, "package.json"), manifest())
  fs.copyFileSync(path.join(source, "README.md"), path.join(staging, "README.md"))
  fs.mkdirSync(destination, { recursive: true })
  execFileSync("npm", ["pack", "--pack-destination", destination], {
    cwd: staging,
    stdio: "inherit"
  })
} finally {
  fs.rmSync(staging, { recursive: true, force: true })
}
