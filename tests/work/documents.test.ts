import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { filesOf, hugePng, png, upload } from './documents-support.ts'
import { addStakeholder, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const list = async (id: string, query = '') =>
  (await server.people.admin.get(`/api/documents/reference/${id}${query}`)).body
const fetchAs = (cookie: string, path: string) => fetch(server.url + path, { headers: { cookie } })

describe('a file', () => {
  test('is stored outside the database, listed on its record, and comes back byte for byte', async () => {
    const { admin } = server.people
    const bytes = png()
    const answer = await upload(admin, bytes, 'gate.PNG', {
      filename: 'The gate',
      group: 'Photos',
      referenceid: shop.locations[0],
    })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('File has been uploaded successfully')
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    expect(answer.body.data).toMatchObject({
      filename: 'The gate',
      filetype: '.png',
      type: 'image/png',
      group: 'Photos',
      size: bytes.length,
      sha256,
      user: { firstname: 'admin', lastname: 'Tester' },
      archived: false,
      referenceid: shop.locations[0],
      thumbnail: true,
    })
    const { id } = answer.body.data
    expect(await list(shop.locations[0])).toEqual({ data: [answer.body.data], total: 1 })
    expect(filesOf(server)).toContain(id)

    const file = await fetchAs(admin.cookie, `/api/documents/download/${id}`)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-disposition')).toBe(
      `inline; filename="The gate.png"; filename*=UTF-8''The%20gate.png`,
    )
    const again = await fetch(`${server.url}/api/documents/download/${id}`, {
      headers: { cookie: admin.cookie, 'if-none-match': file.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('needs a description and a file, in the words people know', async () => {
    const { admin } = server.people
    const referenceid = shop.clients[0]
    const nameless = await upload(admin, 'x', 'x.txt', { filename: '  ', referenceid })
    expect(nameless.status).toBe(400)
    expect(nameless.body.fields.filename).toBe('File description cannot be empty')
    const form = new FormData()
    form.append('filename', 'Nothing')
    form.append('referenceid', referenceid)
    const fileless = await admin.call('POST', '/api/documents/file', form)
    expect(fileless.status).toBe(400)
    expect(fileless.body.fields.file).toBe('Please choose a file to upload')
    const empty = await upload(admin, '', 'x.txt', { filename: 'Empty', referenceid })
    expect(empty.body.message).toBe('Please choose a file to upload')
    const unknown = await upload(admin, 'x', 'x.txt', { filename: 'X', referenceid, colour: 'red' } as object)
    expect(unknown.body.fields).toHaveProperty('colour')
    expect((await list(referenceid)).total).toBe(0)
  })

  test('that is HTML under the name of a picture is plain text, only ever downloaded', async () => {
    const { admin } = server.people
    const answer = await upload(admin, '<html><script>alert(1)</script></html>', 'cat.png', {
      description: 'A cat',
      referenceid: shop.clients[0],
    })
    expect(answer.body.data).toMatchObject({
      filename: 'A cat',
      filetype: '.txt',
      type: 'text/plain; charset=utf-8',
      thumbnail: false,
    })
    const { id } = answer.body.data
    const file = await fetchAs(admin.cookie, `/api/documents/download/${id}`)
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(file.headers.get('content-disposition')).toStartWith('attachment;')
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await admin.get(`/api/documents/thumb/${id}`)).status).toBe(404)
  })

  test('may be called anything; a path is reduced to its last part', async () => {
    const { admin } = server.people
    const referenceid = shop.clients[1]
    const names = [
      'Foto’s "van" die hek 🚪',
      'Isithombe; ngesango',
      'a'.repeat(200),
      '{"a":1}',
      '12',
      '[1,2]',
    ]
    for (const filename of names) {
      const { body } = await upload(admin, `text of ${filename}`, 'x.txt', { filename, referenceid })
      expect(body.data.filename).toBe(filename)
      const file = await fetchAs(admin.cookie, `/api/documents/download/${body.data.id}`)
      expect(await file.text()).toBe(`text of ${filename}`)
      const exact = file.headers.get('content-disposition')?.split("filename*=UTF-8''")[1] ?? ''
      expect(decodeURIComponent(exact)).toBe(`${filename.replace(/[":]/g, '-')}.txt`)
    }
    for (const [path, name] of [
      ['../../../etc/passwd', 'passwd'],
      ['C:\\Users\\me\\plan.txt', 'plan.txt'],
      ['/etc/shadow', 'shadow'],
      ['Offer 1/2 of May', 'Offer 1/2 of May'],
      ['turned \u202egnp.exe', 'turned gnp.exe'],
    ]) {
      const { body } = await upload(admin, 'x', path as string, { filename: path, referenceid })
      expect(body.data.filename).toBe(name)
      expect(body.data.original).not.toMatch(/[/\\\u202e]/)
    }
    expect(filesOf(server).filter((path) => !/^[0-9a-f-]{36}$/.test(path))).toEqual([])
  })

  test('that is too large is refused, and leaves nothing', async () => {
    const { admin } = server.people
    const before = filesOf(server)
    const about = { filename: 'Big', referenceid: shop.clients[0] }
    const little = await upload(admin, new Uint8Array(25 * 1024 * 1024 + 1), 'big.bin', about)
    expect(little.status).toBe(413)
    expect(little.body.fields.file).toBe('A file may have at most 25 MB.')
    expect((await upload(admin, new Uint8Array(40 * 1024 * 1024), 'big.bin', about)).status).toBe(413)
    expect(filesOf(server)).toEqual(before)
  })

  test('whose upload is cut off in the middle leaves nothing', async () => {
    const { admin } = server.people
    const before = filesOf(server)
    const { total } = await list(shop.clients[0])
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    socket.write(
      `POST /api/documents/file HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${admin.cookie}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: 2000000\r\n\r\n${head}`,
    )
    socket.write('x'.repeat(1_000_000))
    await Bun.sleep(100)
    socket.destroy()
    await Bun.sleep(200)
    await eventually(() => filesOf(server), before)
    expect((await list(shop.clients[0])).total).toBe(total)
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
  })

  test('that is archived leaves its list and can be taken back', async () => {
    const { admin } = server.people
    const referenceid = shop.locations[1]
    const { id } = (await upload(admin, 'x', 'x.txt', { filename: 'Plan', referenceid })).body.data
    const gone = await admin.patch(`/api/documents/archive/${id}`, { version: 1 })
    expect(gone.body.data).toMatchObject({ archived: true, version: 2 })
    expect((await list(referenceid)).total).toBe(0)
    expect((await list(referenceid, '?archived=true')).total).toBe(1)
    expect((await admin.patch(`/api/documents/archive/${id}`, { version: 1 })).status).toBe(409)
    await admin.patch(`/api/documents/archive/${id}`, { archived: false })
    expect((await list(referenceid)).total).toBe(1)
    const entries = (await admin.get(`/api/locations/${referenceid}/history`)).body.data as object[]
    expect(entries).toMatchObject([
      { field: 'document', oldvalue: '', newvalue: 'Plan' },
      { field: 'document', oldvalue: 'Plan', newvalue: '' },
      { field: 'document', oldvalue: '', newvalue: 'Plan' },
    ])
  })

  test('is found by its name, its own file name and its group', async () => {
    const referenceid = shop.clients[1]
    await upload(server.people.admin, 'x', 'scan0001.txt', {
      filename: 'Warranty',
      group: 'Papers',
      referenceid,
    })
    for (const search of ['warrant', 'scan00', 'papers'])
      expect((await list(referenceid, `?search=${search}`)).data).toMatchObject([{ filename: 'Warranty' }])
    expect((await list(referenceid, '?group=Papers')).total).toBe(1)
    expect((await list(referenceid, '?search=100%25')).total).toBe(0)
  })
})

describe('thumbnails', () => {
  test('are small PNGs of pictures, made once', async () => {
    const { admin } = server.people
    const about = { filename: 'Wide', referenceid: shop.clients[0] }
    const { id } = (await upload(admin, png(1200, 400), 'wide.png', about)).body.data
    const thumb = await fetchAs(admin.cookie, `/api/documents/thumb/${id}`)
    expect(thumb.headers.get('content-type')).toBe('image/png')
    const view = new DataView(await thumb.arrayBuffer())
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([192, 64])
    expect(filesOf(server)).toContain(`thumbs/${id}`)
    expect((await admin.get(`/api/documents/thumb/${id}`)).status).toBe(200)
  })

  test('of an image bomb are not made: its header is enough to know', async () => {
    const { admin } = server.people
    const about = { filename: 'Bomb', referenceid: shop.clients[0] }
    const { data } = (await upload(admin, hugePng(), 'bomb.png', about)).body
    expect(data.thumbnail).toBe(false)
    expect((await admin.get(`/api/documents/thumb/${data.id}`)).status).toBe(404)
  })

  test('of a broken picture are missing, and the server goes on', async () => {
    const { admin } = server.people
    const about = { filename: 'Broken', referenceid: shop.clients[0] }
    const broken = new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 10, 0, 10, 1, 1, 1])
    const { data } = (await upload(admin, broken, 'broken.jpg', about)).body
    expect([200, 404]).toContain((await admin.get(`/api/documents/thumb/${data.id}`)).status)
    const sound = (await upload(admin, png(), 'ok.png', { ...about, filename: 'Sound' })).body.data
    expect((await admin.get(`/api/documents/thumb/${sound.id}`)).status).toBe(200)
  })
})

describe('who sees a file', () => {
  test('another account finds neither it nor the record, and its upload leaves nothing', async () => {
    const { admin } = server.people
    const { id } = (
      await upload(admin, 'secret', 's.txt', { filename: 'Secret', referenceid: shop.clients[0] })
    ).body.data
    const { other } = server
    for (const path of [`reference/${shop.clients[0]}`, `download/${id}`, `thumb/${id}`])
      expect((await other.get(`/api/documents/${path}`)).status).toBe(404)
    expect((await other.patch(`/api/documents/archive/${id}`)).status).toBe(404)
    const strange = await upload(other, 'x', 'x.txt', { filename: 'X', referenceid: shop.clients[0] })
    expect(strange.status).toBe(404)
    expect(filesOf(server, server.otherid)).toEqual([])
  })

  test('a StakeHolder sees the files of the jobs they follow, and writes none', async () => {
    const { admin, stakeholder } = server.people
    const job = async (location: string) =>
      (await admin.post('/api/jobs', { boardid: shop.boardid, location })).body.data.id as string
    const mine = await job(shop.locations[0])
    const theirs = await job(shop.locations[1])
    await addStakeholder(server, shop.locations[0], stakeholder.userid)
    const on = async (referenceid: string) =>
      (await upload(admin, 'x', 'x.txt', { filename: 'Sketch', referenceid })).body.data.id as string
    const seen = await on(mine)
    const hidden = await on(theirs)
    expect((await stakeholder.get(`/api/documents/reference/${mine}`)).body.total).toBe(1)
    expect((await stakeholder.get(`/api/documents/download/${seen}`)).status).toBe(200)
    expect((await stakeholder.get(`/api/documents/reference/${theirs}`)).status).toBe(404)
    expect((await stakeholder.get(`/api/documents/download/${hidden}`)).status).toBe(404)
    expect((await stakeholder.get(`/api/documents/reference/${shop.locations[0]}`)).status).toBe(404)
    const answer = await upload(stakeholder, 'x', 'x.txt', { filename: 'X', referenceid: mine })
    expect(answer.status).toBe(403)
  })

  test('on a board that a role only sees, its people upload nothing', async () => {
    const { admin, agent } = server.people
    const { id } = (await admin.post('/api/jobs', { boardid: shop.secondid })).body.data
    const permission = { boardid: shop.secondid, roleid: server.roleids.Agent, permission: 'see' }
    expect((await admin.post('/api/boards/permissions', permission)).status).toBe(200)
    const before = filesOf(server)
    expect((await upload(agent, 'x', 'x.txt', { filename: 'X', referenceid: id })).status).toBe(403)
    expect(filesOf(server)).toEqual(before)
    const panel = await agent.get(`/documents/panel/jobs/${id}`)
    expect(panel.status).toBe(200)
    expect(panel.text).not.toContain('data-upload')
  })
})

describe('the panel', () => {
  test('groups files, cuts long names and offers the upload', async () => {
    const { admin } = server.people
    const referenceid = (await admin.post('/api/clients', { name: 'Panel client' })).body.data.id
    const long = 'The long name of a drawing that goes on and on'
    await upload(admin, png(), 'a.png', { filename: long, group: 'Drawings', referenceid })
    await upload(admin, 'x', 'b.txt', { filename: 'Loose note', referenceid })
    const { text } = await admin.get(`/documents/panel/clients/${referenceid}`)
    expect(text).toContain('The long name of a drawing that goes on…<')
    expect(text).toContain('aria-label="Drawings"')
    expect(text).toContain('aria-label="Without a group"')
    expect(text).toContain('data-upload=')
    const found = await admin.get(`/documents/panel/clients/${referenceid}?search=loose`)
    expect(found.text).not.toContain('aria-label="Drawings"')
    expect((await admin.get(`/documents/panel/jobs/${referenceid}`)).status).toBe(404)
    expect((await admin.get(`/documents/panel/users/${admin.userid}`)).status).toBe(404)
  })

  test('archives in place and offers to undo', async () => {
    const { admin } = server.people
    const referenceid = (await admin.post('/api/clients', { name: 'Undo client' })).body.data.id
    const { id } = (await upload(admin, 'x', 'b.txt', { filename: 'Note', referenceid })).body.data
    const gone = await admin.call('POST', `/documents/${id}/archive`)
    expect(gone.status).toBe(200)
    expect(gone.text).toContain('No files are kept here yet.')
    expect(gone.headers.get('hx-trigger')).toContain(`/documents/${id}/restore`)
    const back = await admin.call('POST', `/documents/${id}/restore`)
    expect(back.text).toContain('>Note<')
  })
})
