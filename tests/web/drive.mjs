// Drives the page in a real browser: node drive.mjs SCENARIO.mjs, with what the scenario needs as JSON on standard input. What
// it comes to is printed as JSON. A scenario exports a function that gets a [`Page`] and what was given.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const given = JSON.parse(fs.readFileSync(0, 'utf8'));
const { default: puppeteer } = await import(
  pathToFileURL(createRequire(`${given.packages}/`).resolve('puppeteer-core')));

/** Nothing is waited for longer, in milliseconds. */
const PATIENCE = 120_000;
const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };

/** Serves a folder to this machine alone. */
async function serve(folder) {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).slice(1) || 'index.html';
    const file = path.join(folder, name);
    if (!file.startsWith(folder) || !fs.existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A browser with a profile of its own, which outlives it, and what one does there. */
class Session {
  constructor() {
    this.work = fs.mkdtempSync(path.join(os.tmpdir(), 'rushes-web-'));
    this.downloads = path.join(this.work, 'downloads');
    this.said = [];
    fs.mkdirSync(this.downloads);
  }

  async open(address) {
    await this.launch();
    await this.goTo(address);
  }

  async launch() {
    const isFirefox = given.browser === 'firefox';
    const args = isFirefox ? [] : ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows', ...(given.args ?? [])];
    this.browser = await puppeteer.launch({
      browser: isFirefox ? 'firefox' : 'chrome', executablePath: given.program, headless: !given.shows, args,
      userDataDir: path.join(this.work, 'profile'), protocolTimeout: PATIENCE,
    });
  }

  async goTo(address) {
    this.page = await this.browser.newPage();
    await this.page.setViewport(given.size ?? { width: 1280, height: 800 });
    this.page.on('console', message => this.said.push(`${message.type()}: ${message.text()}`));
    this.page.on('pageerror', error => this.said.push(`error: ${error.message}`));
    this.requests = [];
    this.page.on('request', request => this.requests.push(request.url()));
    if (given.browser !== 'firefox') {
      this.devtools = await this.page.createCDPSession();
      await this.devtools.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: this.downloads });
    }
    // What a scenario changes of the browser before it opens anything.
    await this.prepare?.();
    await this.page.goto(address);
    await this.started();
  }

  /** Waits until the program has drawn. */
  started() {
    return this.holds('a start', () => Boolean(window.rushesTest));
  }

  async close() {
    await this.browser?.close();
    this.browser = null;
  }

  /** Ends the browser as a crash of the machine would. */
  kill() {
    this.browser.process().kill('SIGKILL');
    this.browser = null;
  }

  /** Waits until something holds in the page. */
  async holds(what, ...holds) {
    const end = Date.now() + PATIENCE;
    while (!await this.page.evaluate(...holds)) {
      if (Date.now() > end) throw new Error(`${what} never came\n${this.said.join('\n')}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  call(name, ...args) {
    return this.page.evaluate((name, args) => window.rushesTest()[name](...args), name, args);
  }

  async told() {
    return JSON.parse(await this.call('told'));
  }

  /** What the page finds in files that are on its disk. */
  async examined(paths) {
    const found = [];
    await this.call('examine', paths);
    const end = Date.now() + PATIENCE;
    while (found.length < paths.length) {
      found.push(...JSON.parse(await this.call('take_examined')));
      if (Date.now() > end) throw new Error(`${paths[found.length]} is never read\n${this.said.join('\n')}`);
    }
    return found;
  }

  /** Waits until something holds of what the program tells. */
  async until(what, holds) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const told = await this.told();
      if (holds(told)) return told;
      if (Date.now() > end) throw new Error(`${what} never came: ${JSON.stringify(told)}\n${this.said.join('\n')}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  /** Lets files and folders of the disk go over the view. */
  async drop(files, { x = 640, y = 350 } = {}) {
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      await this.devtools.send('Input.dispatchDragEvent', { type, x, y, data });
    }
  }

  /** Lets files go that are made in the page itself, for browsers that let nobody drop from outside. */
  dropBytes(files) {
    const all = files.map(file => [path.basename(file), fs.readFileSync(file).toString('base64')]);
    return this.page.evaluate(all => {
      const data = new DataTransfer();
      for (const [name, text] of all) data.items.add(new File([Uint8Array.from(atob(text), c => c.charCodeAt(0))], name));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    }, all);
  }

  /** Drops a take, with other files where there are some, and waits until it is open. */
  async openTake(take, ...others) {
    await this.drop([take, ...others]);
    const name = path.basename(take);
    return this.until(name, told => told.takes.includes(name) && !told.loading);
  }

  /** Presses keys together: `Control`, `KeyP`. */
  async keys(...keys) {
    for (const key of keys) await this.page.keyboard.down(key);
    for (const key of keys.reverse()) await this.page.keyboard.up(key);
  }

  /** Types into the field that has the keyboard, once one has. */
  async type(text) {
    await this.holds('a field', () => document.activeElement?.id === 'text');
    await this.page.keyboard.type(text);
  }

  /** Runs a command by its name. */
  async command(name) {
    await this.keys('Control', 'KeyP');
    await this.until('the command palette', told => told.overlay === 'CommandPalette');
    await this.type(name);
    await this.page.keyboard.press('Enter');
    await this.until('its end', told => told.overlay === null);
  }

  /** Waits for a download of a name that passes; its path. */
  async download(passes) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const name = fs.readdirSync(this.downloads).find(name => !name.endsWith('.crdownload') && passes(name));
      if (name) return path.join(this.downloads, name);
      if (Date.now() > end) throw new Error(`no download: ${fs.readdirSync(this.downloads)}\n${this.said.join('\n')}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  /** What shows once it rests: two pictures in a row that are the same. */
  async still() {
    const end = Date.now() + PATIENCE;
    let last = '';
    for (;;) {
      const now = await this.page.screenshot({ encoding: 'base64' });
      if (now === last) return now;
      if (Date.now() > end) throw new Error(`the picture never rests\n${this.said.join('\n')}`);
      last = now;
    }
  }

  shot(name) {
    const file = path.join(given.pictures ?? this.work, `${name}.png`);
    return this.page.screenshot({ path: file }).then(() => file);
  }
}

const server = await serve(given.page);
const session = new Session();
try {
  const { default: scenario } = await import(pathToFileURL(process.argv[2]));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const result = await scenario(session, { ...given, address });
  process.stdout.write(JSON.stringify(result ?? null));
} catch (error) {
  console.error(error.stack, session.said.join('\n'));
  process.exitCode = 1;
} finally {
  await session.close().catch(() => {});
  server.close();
  if (!given.keeps) fs.rmSync(session.work, { recursive: true, force: true, maxRetries: 5 });
}
