/** Holds connections to a hub that say nothing: `listeners.ts <url> <token> <how many>`. It ends when it is told to. */
const [url = '', token = '', count = '0'] = process.argv.slice(2)

for (let n = 0; n < Number(count); n++) {
  const socket = new WebSocket(`${url}?access_token=${token}`)
  socket.onopen = () => socket.send('{"protocol":"json","version":1}\x1e')
  socket.onmessage = ({ data }) => {
    if (!String(data).startsWith('{}')) socket.send('{"type":6}\x1e')
  }
}
