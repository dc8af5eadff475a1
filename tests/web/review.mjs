// What is said of takes is there when they come back, and leaves the page as files.
import fs from 'node:fs';
import path from 'node:path';

/** Adds a note with this text. */
async function note(session, text) {
  const { review } = await session.told();
  await session.page.keyboard.press('KeyM');
  await session.until('a note', told => told.review.notes === review.notes + 1);
  await session.type(text);
  await session.until('its text', told => told.review.note === text);
  await session.page.keyboard.press('Escape');
}

const saved = session => session.until('it to be saved', told => told.review['is saved']);

/** How many reviews the browser has kept: in its database, or in the store for what was under way to it. */
const countKept = () => new Promise(resolve => {
  const request = indexedDB.open('rushes');
  request.onsuccess = () => {
    const keys = request.result.transaction('files').objectStore('files').getAllKeys();
    keys.onsuccess = () => {
      request.result.close();
      const all = new Set([...keys.result, ...Object.keys(localStorage).map(key => key.replace(/^rushes:/, ''))]);
      resolve([...all].filter(key => key.includes('/kept/')).length);
    };
  };
});

const kept = session => session.holds('a kept review', countKept);

export const scenarios = {
  async reload(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    await note(session, 'the left foot slides');
    await session.keys('Alt', 'Digit4');
    await session.until('a rating', told => told.review.rating === 4);
    const before = await saved(session);
    await kept(session);
    await session.page.reload();
    await session.started();
    await session.openTake(take);
    const after = await session.until('the notes', told => told.review.notes > 0);
    return { before, after };
  },

  async kill(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    await note(session, 'before the end');
    await saved(session);
    await kept(session);
    session.kill();
    await session.open(address);
    await session.openTake(take);
    return session.until('the notes', told => told.review.notes > 0);
  },

  async panic(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    await note(session, 'kept');
    await saved(session);
    await kept(session);
    const loaded = session.page.waitForNavigation();
    await session.page.evaluate(() => window.rushesPage.failed('a test has made it fail'));
    await loaded;
    await session.started();
    const told = await session.until('a word about it', told => told.notices.some(text => text.includes('made it fail')));
    await session.openTake(take);
    const after = await session.until('the notes', told => told.review.notes > 0);
    // Again at once: it is not loaded for ever.
    await session.page.evaluate(() => window.rushesPage.failed('a second time'));
    await session.holds('a word', () => document.getElementById('word').textContent.includes('a second time'));
    return { told, after };
  },

  async lost(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    await note(session, 'still here');
    const before = await session.shot('before');
    await session.page.evaluate(async () => {
      const lose = document.getElementById('view').getContext('webgl2').getExtension('WEBGL_lose_context');
      window.loses = lose;
      lose.loseContext();
    });
    await session.holds('a word', () => !document.getElementById('word').hidden);
    await session.page.evaluate(() => window.loses.restoreContext());
    const after = await session.until('a word about it', told => told.notices.some(text => text.includes('Nothing is lost')));
    await session.shot('after');
    return { after, before: fs.existsSync(before) };
  },

  async sidecar(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      await note(session, text);
      await session.page.keyboard.press('ArrowRight');
    }
    await session.keys('Shift', 'KeyE');
    const file = await session.download(name => name.endsWith('.rushes.json'));
    return { name: path.basename(file), text: fs.readFileSync(file, 'utf8') };
  },

  // A browser asks before a page hands a second file over.
  async together(session, { address, takes }) {
    await session.open(address);
    for (const take of takes) {
      await session.openTake(take);
      await note(session, path.basename(take));
    }
    await session.keys('Shift', 'KeyE');
    const file = await session.download(() => true);
    return { name: path.basename(file), bytes: fs.readFileSync(file).toString('base64') };
  },

  // A folder that the browser gives: here one of its own, which it gives without asking.
  async beside(session, { address, take }) {
    await session.open(address);
    const name = path.basename(take);
    await session.page.evaluate(async (name, bytes) => {
      const day = await (await navigator.storage.getDirectory()).getDirectoryHandle('day', { create: true });
      const stream = await (await day.getFileHandle(name, { create: true })).createWritable();
      await stream.write(Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0)));
      await stream.close();
      window.showDirectoryPicker = async () => window.day = day;
    }, name, fs.readFileSync(take, 'base64'));
    await session.command('Open folder');
    await session.until('the folder', told => told.folder?.takes === 1 && !told.folder.reading);
    await session.keys('PageDown');
    await session.until('the take', told => told.take === name && !told.loading);
    await note(session, 'written beside it');
    await session.holds('a file with it', name => window.day.getFileHandle(name)
      .then(handle => handle.getFile()).then(file => file.text())
      .then(text => text.includes('written beside it'), () => false), `${name}.rushes.json`);
    return session.told();
  },

  // Whoever leaves the page waits for nothing, also not for what finds out what a take is known by.
  async left(session, { address, take, isKnown }) {
    await session.open(address);
    if (!isKnown) {
      // Reads in pieces of 1 MB are for that alone.
      await session.page.evaluate(() => {
        const { slice } = Blob.prototype;
        File.prototype.slice = function (from, to) {
          const part = slice.call(this, from, to);
          if (to - from === 1 << 20) part.arrayBuffer = () => new Promise(() => {});
          return part;
        };
      });
    }
    await session.openTake(take);
    await note(session, 'just before');
    // A page that ends does so beside the next one.
    await session.page.goto(`${address}page.js`);
    await kept(session);
    await session.page.goto(address);
    await session.started();
    await session.openTake(take);
    return session.until('the note', told => told.review.notes > 0);
  },

  // What a browser says that keeps nothing: at the start, or once it has no more room.
  async unkept(session, { address, take, full }) {
    session.prepare = () => session.page.evaluateOnNewDocument(full => {
      if (full) {
        IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };
      } else {
        IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };
      }
    }, full);
    await session.open(address);
    await session.openTake(take);
    await note(session, 'not kept');
    return session.until('a word about it', told => told.notices.some(text => text.includes('gone with this page')));
  },

  async merged(session, { address, take, sidecar }) {
    await session.open(address);
    await session.openTake(take, sidecar);
    return session.told();
  },

  async keyboard(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    const { keyboard } = session.page;
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    const stepped = await session.until('two frames', told => told.frame !== null);
    await keyboard.press('Space');
    await session.until('playing', told => told.playing);
    await keyboard.press('Space');
    await session.until('a pause', told => !told.playing);
    await keyboard.press('F1');
    await session.until('the key sheet', told => told.overlay !== null);
    await keyboard.press('Escape');
    await session.until('its end', told => told.overlay === null);
    await session.command('Figure style: octahedra');
    await session.keys('Alt', 'Digit3');
    const rated = await session.until('a rating', told => told.review.rating === 3);
    return { stepped, rated };
  },
};

export default (session, given) => scenarios[given.scenario](session, given);
