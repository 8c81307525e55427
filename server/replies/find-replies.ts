import { join } from 'node:path'
import type { CallExpression, Expression, Node } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Type } from 'typescript/unstable/async'
import { joinShapes, NOTHING, type ShapeReader, shapeReader } from './schema-of-type.ts'
import { shareShapes } from './share-shapes.ts'
import type { CallReply, Replies } from './types.ts'

const root = join(import.meta.dir, '../..')
const makers = ['api', 'publicApi', 'action', 'asyncAction', 'publicAction']

/** Of the program alone: tests and islands would take the compiler as long again. */
async function writeConfig(): Promise<string> {
  const path = join(root, 'node_modules/.cache/joblane/tsconfig.json')
  const about = { extends: join(root, 'tsconfig.json'), include: [join(root, 'server/app.ts')] }
  await Bun.write(path, JSON.stringify(about))
  return path
}

/** Reads off the types of all handlers what each call answers, so that nobody writes it twice. */
export async function findReplies(): Promise<Replies> {
  const config = await writeConfig()
  const compiler = new API({ cwd: root })
  try {
    const snapshot = await compiler.updateSnapshot({ openProjects: [config] })
    const project = snapshot.getProjects()[0]
    if (!project) throw new Error('The compiler finds no project.')
    const found = new Map<string, Expression>()
    for (const path of (await project.program.getSourceFileNames()).toSorted()) {
      if (!/\/server\/(domains|crud)\//.test(path) || path.includes('/node_modules/')) continue
      const file = await project.program.getSourceFile(path)
      if (file) for (const [address, handler] of handlersIn(file)) found.set(address, handler)
    }
    const shapes = shapeReader(project.checker)
    const calls: Record<string, CallReply> = {}
    for (const [address, handler] of [...found].sort(([a], [b]) => a.localeCompare(b)))
      calls[address] = await readReply(project.checker, shapes, handler)
    return shareShapes({ calls, named: shapes.named })
  } finally {
    await compiler.close()
  }
}

function handlersIn(file: Node): [address: string, handler: Expression][] {
  const found: [string, Expression][] = []
  const visit = (node: Node) => {
    if (isCallExpression(node) && isIdentifier(node.expression) && makers.includes(node.expression.text)) {
      const address = addressOf(node)
      const handler = node.arguments[4] ?? node.arguments[2]
      if (address && handler) found.push([address, handler])
    }
    node.forEachChild((child) => {
      visit(child)
      return undefined
    })
  }
  visit(file)
  return found
}

function addressOf({ arguments: [first] }: CallExpression): string | undefined {
  if (!first) return
  if (!isObjectLiteralExpression(first)) return textOf(first)
  for (const one of first.properties)
    if (isPropertyAssignment(one) && one.name.getText() === 'api') return textOf(one.initializer)
}

function textOf(node: Expression): string | undefined {
  if (isStringLiteral(node)) return node.text
  if (!isTemplateExpression(node)) return
  return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')
}

async function readReply(checker: Checker, shapes: ShapeReader, handler: Expression): Promise<CallReply> {
  const type = await checker.getTypeAtLocation(handler)
  const [signature] = type ? await checker.getSignaturesOfType(type, 0) : []
  const returned = signature && (await checker.getReturnTypeOfSignature(signature))
  if (!returned) return {}
  const all = await parts(checker, returned)
  const replies: CallReply[] = []
  for (const one of all) replies.push(await replyOf(checker, shapes, one))
  const data = replies.flatMap((reply) => (reply.data ? [reply.data] : []))
  return {
    ...(data.length > 0 && { data: joinShapes(data) }),
    ...(replies.some(({ file }) => file) && { file: true }),
    ...(replies.some(({ redirect }) => redirect) && { redirect: true }),
  }
}

/** Of a promise and of a union; `boolean` is one. */
async function parts(checker: Checker, type: Type): Promise<readonly Type[]> {
  const symbol = await type.getSymbol()
  if (symbol?.name === 'Promise') {
    const [inner] = await checker.getTypeArguments(type as never)
    return inner ? parts(checker, inner) : []
  }
  if (!type.isUnionType()) return [type]
  const inner = await type.getTypes()
  const found: Type[] = []
  for (const one of inner) found.push(...(await parts(checker, one)))
  return found
}

async function replyOf(checker: Checker, shapes: ShapeReader, type: Type): Promise<CallReply> {
  if (type.flags & NOTHING) return {}
  if ((await type.getSymbol())?.name === 'Response') return { file: true }
  const kind = await literalOf(checker, type, 'kind')
  if (kind === 'raw') {
    const json = await propertyType(checker, type, 'json')
    return json
      ? { data: await shapes.read((await checker.getNonNullableType(json)) ?? json) }
      : { file: true }
  }
  if (kind === 'redirect') return { redirect: true }
  if (kind === 'publicview') return { file: true }
  if (kind !== 'data') return { data: await shapes.read(type) }
  const data = await propertyType(checker, type, 'data')
  return { data: data ? await shapes.read(data) : {} }
}

async function propertyType(checker: Checker, type: Type, name: string): Promise<Type | undefined> {
  const property =
    type.isObjectType() || type.isIntersectionType() ? await checker.getPropertyOfType(type, name) : undefined
  return property && checker.getTypeOfSymbol(property)
}

async function literalOf(checker: Checker, type: Type, name: string): Promise<unknown> {
  const property = await propertyType(checker, type, name)
  return property?.isLiteralType() ? property.value : undefined
}
