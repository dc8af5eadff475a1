// What is said of takes is there when they come back, and leaves the page as files.
import fs from 'node:fs';

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

/** Whether the browser has kept so many reviews. */
async function kept(session, count) {
  await session.holds('a kept review', count => new Promise(resolve => {
    const request = indexedDB.open('rushes');
    request.onsuccess = () => {
      const keys = request.result.transaction('files').objectStore('files').getAllKeys();
      keys.onsuccess = () => {
        request.result.close();
        resolve(keys.result.filter(key => key.includes('/kept/')).length >= count);
      };
    };
  }), count);
}

export const scenarios = {
  async reload(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    await note(session, 'the left foot slides');
    await session.keys('Alt', 'Digit4');
    await session.until('a rating', told => told.review.rating === 4);
    const before = await saved(session);
    await kept(session, 1);
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
    await kept(session, 1);
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
    await kept(session, 1);
    const loaded = session.page.waitForNavigation();
    await session.page.evaluate(() => window.rushesPage.failed('a test has made it fail'));
    await loaded;
    await session.started();
    const told = await session.until('a word about it', told => told.notices.some(text => text.includes('made it fail')));
    await session.openTake(take);
    const after = await session.until('the notes', told => told.review.notes > 0);
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
    return { name: file.split('/').at(-1), text: fs.readFileSync(file, 'utf8') };
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
