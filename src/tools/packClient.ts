/**
 * Creates the clients' packages for `npm run pack:client`: compiled modules with types for npm, the
 * source for pip. Both have the service's version. They are written to `.build` or to the folder in
 * the argument, so that an installation writes nothing into the repository.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import process from "node:process"

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

const pythonFiles = ["README.md", "pyproject.toml", "payout_service"]

/** Creates the source archive, from which pip builds in a temporary folder. */
const packPython = (version: string): string => {
  const name = `payout_service-${version}`
  const from = path.join(source, "python")
  const to = path.join(staging, "python", name)
  for (const file of pythonFiles) {
    fs.cpSync(path.join(from, file), path.join(to, file), {
      recursive: true,
      filter: (each) => !each.includes("__pycache__")
    })
  }
  const archive = path.join(destination, `${name}.tar.gz`)
  execFileSync("tar", ["czf", archive, "-C", path.dirname(to), name])
  fs.rmSync(path.join(staging, "python"), { recursive: true })
  return archive
}

const json = (file: string) => JSON.parse(fs.readFileSync(file, "utf8"))

/** The service's version, which its clients share, so their manifest has none. */
const { version } = json(path.join(root, "package.json"))

const manifest = (): string => {
  const { name, ...rest } = json(path.join(source, "package.json"))
  return `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`
}

try {
  // Two steps, because only the types keep their comments, which editors show.
  compile("--removeComments")
  compile("--declaration", "--emitDeclarationOnly")
  fs.writeFileSync(path.join(staging, "package.json"), manifest())
  fs.copyFileSync(path.join(source, "README.md"), path.join(staging, "README.md"))
  fs.mkdirSync(destination, { recursive: true })
  const python = packPython(version)
  const words = ["pack", "--silent", "--pack-destination", destination]
  const tarball = execFileSync("npm", words, { cwd: staging, encoding: "utf8" }).trim()
  for (const archive of [path.join(destination, tarball), python]) {
    console.log(path.relative(process.cwd(), archive))
  }
} finally {
  fs.rmSync(staging, { recursive: true, force: true })
}
