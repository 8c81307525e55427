import { watch } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const quiet = 100

let child = start()
let timer: Timer | undefined
let turn: Promise<void> = Promise.resolve()

// `bun --watch` sees only what the server imports: neither styles nor the islands that the browser loads.
for (const folder of ['server', 'views', 'islands', 'db'])
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn.then(restart)
    }, quiet)
  })

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    child.kill('SIGTERM')
    process.exit(await child.exited)
  })

function start() {
  return Bun.spawn([process.execPath, join(root, 'server/main.ts'), '--dev', ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit'],
  })
}

async function restart(): Promise<void> {
  child.kill('SIGTERM')
  await child.exited
  child = start()
}
