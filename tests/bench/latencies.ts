export {}

/** One person who asks for one address after another, again and again: prints the milliseconds that each took. */
const [addresses = '', token = '', seconds = '1'] = process.argv.slice(2)
const urls = addresses.split(' ')
const PAUSE_MS = 2
const headers = { authorization: `Bearer ${token}` }

async function ask(n: number): Promise<number> {
  const start = performance.now()
  const answer = await fetch(urls[n % urls.length] as string, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}.`)
  return performance.now() - start
}

for (let n = 0; n < 10; n++) await ask(n)
const times: number[] = []
const until = performance.now() + Number(seconds) * 1000
while (performance.now() < until) {
  times.push(await ask(times.length))
  await Bun.sleep(PAUSE_MS)
}
console.log(JSON.stringify(times))
