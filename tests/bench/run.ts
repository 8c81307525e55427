import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { median } from './load.ts'
import { isReached, type Row, table } from './table.ts'

/** A bench file exports functions named `bench…`; each measures one or more rows. */
type Bench = () => Row[] | Promise<Row[]>

/**
 * Runs every bench whose name holds one of the words given (all of them without words), one after another. Its status is 1
 * where a figure is not reached, or where nothing was measured.
 */
async function main(words: string[]): Promise<number> {
  const rows: Row[] = []
  for (const [name, bench] of await benches()) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    console.error(`${name} …`)
    rows.push(...(await bench()))
  }
  console.log(`${machine()}\n\n${table(rows)}`)
  return rows.length > 0 && rows.every(isReached) ? 0 : 1
}

async function benches(): Promise<[string, Bench][]> {
  const files = [...new Bun.Glob('*.ts').scanSync(import.meta.dir)].sort()
  const modules = await Promise.all(
    files
      .filter(
        (file) =>
          ![
            'run.ts',
            'table.ts',
            'load.ts',
            'loader.ts',
            'mover.ts',
            'step-starter.ts',
            'listeners.ts',
            'lag.ts',
            'beside.ts',
            'xero-stand-in.ts',
            'latencies.ts',
            'asker.ts',
            'hold-sender.ts',
            'peers.ts',
            'lighthouse.ts',
          ].includes(file),
      )
      .map((file) => import(join(import.meta.dir, file))),
  )
  return modules
    .flatMap((module) => Object.entries(module as Record<string, Bench>))
    .filter(([name]) => name.startsWith('bench'))
}

function machine(): string {
  const processors = cpus()
  const sync = diskSync().toPrecision(2)
  return `${processors.length} × ${processors[0]?.model}, Bun ${Bun.version}, one durable write of the disk ${sync} ms`
}

/** Median milliseconds of one `fdatasync` after a 4 kB write: what every durable figure rests on. */
function diskSync(): number {
  const path = join(import.meta.dir, `sync-${process.pid}.tmp`)
  const file = openSync(path, 'w')
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now()
    writeSync(file, Buffer.alloc(4096))
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(path)
  return median(times)
}

process.exit(await main(process.argv.slice(2)))
