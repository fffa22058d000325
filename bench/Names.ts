/** The shown names of contenders, which results call by short words. */

const shown: Readonly<Record<string, string>> = {
  fastify: "Fastify",
  cluster: "Effect ClusterWorkflowEngine",
  dbos: "DBOS Transact",
  restate: "Restate"
}

export const of = (contender: string): string => shown[contender] ?? contender
