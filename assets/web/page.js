// The page around the program: it starts it, tells it what the browser has to say, and does for it what only a browser can.
//
// Before it stands `glue`, what wasm-bindgen has made: the program's functions, and what they import.
'use strict';

const view = document.getElementById('view');
const field = document.getElementById('text');
const chooser = document.getElementById('files');
const word = document.getElementById('word');

// ---------------------------------------------------------------------------------------------- words for the person

/** Says something in the place of the program, with buttons by their names. */
function say(text, buttons = {}) {
  word.textContent = text;
  for (const [name, act] of Object.entries(buttons)) {
    const button = document.createElement('button');
    button.textContent = name;
    button.addEventListener('click', act);
    word.append(document.createElement('br'), button);
  }
  word.hidden = false;
}

const NO_WEBGL = `Rushes draws with WebGL 2, which this browser does not have or does not allow.

Allow hardware acceleration in its settings and load the page again; or open the page in a newer Chrome, Edge, Firefox or \
Safari.`;

// ------------------------------------------------------------------------------------------------------- the disk

/** The files that the browser has, by their numbers; and the folder that each lies in, where it has given one. */
const files = [];
/** Folders that the browser has given, by the path that they have on the page's disk. */
const folders = new Map();

/** What is kept from one time to the next: in IndexedDB, or nowhere in a private window. */
const kept = {
  database: null,
  failed: null,

  async open() {
    const request = indexedDB.open('rushes', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files');
    this.database = await done(request);
  },

  /** All files: their paths, bytes and times. */
  async all() {
    const store = this.database.transaction('files').objectStore('files');
    const [paths, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const all = new Map(paths.map((path, place) => [path, contents[place]]));
    for (const [path, content] of left.all()) {
      // Older than what was kept afterwards, where the page had not ended.
      if (content.modified > (all.get(path)?.modified ?? 0)) {
        all.set(path, content);
        this.change(store => store.put(content, path), () => left.remove(path));
      } else {
        left.remove(path);
      }
    }
    return [...all].map(([path, content]) => ({ path, ...content }));
  },

  change(what, then) {
    if (!this.database) return;
    try {
      const transaction = this.database.transaction('files', 'readwrite', { durability: 'strict' });
      transaction.onabort = () => this.fail(transaction.error);
      transaction.oncomplete = then;
      what(transaction.objectStore('files'));
    } catch (error) {
      this.fail(error);
    }
  },

  /** Tells once that nothing more is kept. */
  fail(error) {
    if (this.failed) return;
    this.failed = error ?? new Error('no room');
    const why = this.failed.name === 'QuotaExceededError'
      ? 'The browser has no more room' : `The browser keeps nothing (${this.failed.message})`;
    // The program may be amid the call that brought this about.
    queueMicrotask(() => program?.tell(`${why}: notes are gone with this page.\nhint: save them as a file`, true));
  },
};

/** What is under way to the database when the page ends: browsers give that up, but not what is in this store of theirs. */
const left = {
  MARK: 'rushes:',
  underWay: new Map(),

  /** Keeps it until the page is here again. */
  end() {
    program.flush();
    for (const [path, content] of this.underWay) this.put(path, content);
  },

  put(path, { bytes, modified }) {
    const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
    try {
      local?.setItem(this.MARK + path, JSON.stringify({ modified, bytes: btoa(letters) }));
    } catch {
      // There is no room for this one; there may be for the others.
    }
  },

  all() {
    const keys = Object.keys(local ?? {}).filter(key => key.startsWith(this.MARK));
    return keys.map(key => {
      const { modified, bytes } = JSON.parse(local.getItem(key));
      return [key.slice(this.MARK.length), { modified, bytes: fromBase64(bytes) }];
    });
  },

  remove: path => local?.removeItem(left.MARK + path),
};

/** A store of the browser, which has none where it keeps nothing. */
function storeOf(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}

const local = storeOf('localStorage');

const fromBase64 = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

/** What a request of IndexedDB comes to. */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Puts a file on the disk of the page: as one that is read when it is asked for, where a task can wait for that, else whole. */
async function putFile(path, file) {
  files.push(file);
  program.put_file(path, files.length - 1, file.size, file.lastModified ?? Date.now());
  if (!LEAVES) program.put_bytes(path, new Uint8Array(await file.arrayBuffer()));
}

/** Puts files there, each with its path inside of what came together. Returns the paths of what is at the top. */
async function putFiles(found, directory) {
  const tops = [...new Set(found.map(({ path }) => path.split('/')[0]))];
  const folder = program.free_folder(tops);
  for (const { path, file } of found) await putFile(`${folder}/${path}`, file);
  if (directory) folders.set(`${folder}/${directory.name}`, directory);
  return tops.map(name => `${folder}/${name}`);
}

/** All files in a folder that was dropped or chosen, with their paths. */
async function filesOf(handle, before = '') {
  if (handle.kind === 'file') return [{ path: before + handle.name, file: await handle.getFile() }];
  const found = [];
  for await (const inside of handle.values()) {
    found.push(...await filesOf(inside, `${before}${handle.name}/`).catch(() => []));
  }
  return found;
}

/** The same of browsers without handles. */
async function filesOfEntry(entry, before = '') {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: before + entry.name, file }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const inside of some) found.push(...await filesOfEntry(inside, `${before}${entry.name}/`));
  }
}

/** Writes a file into a folder that the browser has given: of one that was dropped, it asks the person first. */
async function writeInto(directory, names, bytes) {
  const allowed = await directory.requestPermission?.({ mode: 'readwrite' });
  if (allowed && allowed !== 'granted') throw new Error('it was not allowed to write into this folder');
  for (const name of names.slice(0, -1)) directory = await directory.getDirectoryHandle(name);
  const file = await directory.getFileHandle(names.at(-1), { create: true });
  const stream = await file.createWritable();
  await stream.write(bytes);
  await stream.close();
}

// ---------------------------------------------------------------------------------- what the program asks of the page

let title = '', pointer = '', panicText = '', asksToStay = false;

window.rushesPage = {
  milliseconds: () => performance.now(),
  beginTask,
  wake: () => ask(0),
  panicked(what) {
    panicText = what;
    console.error(what);
  },

  failed: fail,

  keep(path, bytes) {
    // A browser that is short of room forgets pages that nobody has asked it to keep; some ask the person.
    if (path.includes('/kept/') && !asksToStay) {
      asksToStay = true;
      navigator.storage?.persist?.();
    }
    const content = { bytes: bytes.slice(), modified: Date.now() };
    left.underWay.set(path, content);
    kept.change(store => store.put(content, path), () => {
      if (left.underWay.get(path) === content) left.underWay.delete(path);
    });
  },

  forget(path) {
    left.underWay.delete(path);
    left.remove(path);
    kept.change(store => store.delete(path));
  },

  writeBeside(path, bytes) {
    for (const [folder, directory] of folders) {
      if (!path.startsWith(`${folder}/`)) continue;
      const names = path.slice(folder.length + 1).split('/');
      writeInto(directory, names, bytes.slice()).catch(error => {
        // It is kept by the browser all the same, and nobody is asked again.
        folders.delete(folder);
        program.tell(`${names.at(-1)} stays in the browser: ${error.message}\nhint: Shift+E saves it as a file`, false);
      });
      return;
    }
  },

  download(name, bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },

  ask(number, accept, folder) {
    later(() => choose(number, accept, folder));
  },

  copyText: text => later(() => navigator.clipboard?.writeText(text).catch(error => program.tell(
    `The browser's clipboard took nothing: ${error.message}`, true))),

  copyPicture(png) {
    const picture = new Blob([png.slice()], { type: 'image/png' });
    later(() => {
      const copied = navigator.clipboard?.write?.([new ClipboardItem({ 'image/png': picture })])
        ?? Promise.reject(new Error('it takes no pictures'));
      copied.then(() => program.picture_copied(), error => program.picture_copied(error.message));
    });
  },

  toggleFullScreen: () => later(() => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }),

  show(newTitle, newPointer) {
    if (title !== newTitle) document.title = title = newTitle;
    if (pointer !== newPointer) view.style.cursor = pointer = newPointer;
  },

  glyph: drawGlyph,

  writesAt(place) {
    later(() => {
      if (!place) {
        if (document.activeElement === field) view.focus({ preventScroll: true });
        field.value = '';
        return;
      }
      field.style.left = `${Math.max(0, Math.min(place[0], innerWidth - 2))}px`;
      field.style.top = `${Math.max(0, Math.min(place[1], innerHeight - 2))}px`;
      if (document.activeElement !== field) field.focus({ preventScroll: true });
    });
  },
};

/** A canvas that characters are drawn on, and what it draws of one that no font has. */
let ink = null;
const tofu = new Map();

/** Draws a character in a colour. */
function inked(cluster, font, colour, offset) {
  ink ??= new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true });
  ink.font = font;
  const about = ink.measureText(cluster);
  const left = Math.ceil(about.actualBoundingBoxLeft) + 2, up = Math.ceil(about.actualBoundingBoxAscent) + 2;
  const width = left + Math.ceil(about.actualBoundingBoxRight) + 3;
  const height = up + Math.ceil(about.actualBoundingBoxDescent) + 2;
  if (!(width > 0 && height > 0 && width < 1024 && height < 1024)) return null;
  if (ink.canvas.width < width) ink.canvas.width = width;
  if (ink.canvas.height < height) ink.canvas.height = height;
  ink.clearRect(0, 0, width, height);
  ink.font = font;
  ink.fillStyle = colour;
  ink.fillText(cluster, left + offset, up);
  return { width, height, left, up, advance: about.width, pixels: ink.getImageData(0, 0, width, height).data };
}

const isSame = (a, b) => a && b && a.width === b.width && a.pixels.length === b.pixels.length
  && a.pixels.every((byte, place) => byte === b.pixels[place]);

function drawGlyph(cluster, font, offset) {
  const white = inked(cluster, font, 'white', offset);
  // A box in the place of what no font has looks like that of a character that does not exist.
  const key = `${font} ${offset}`;
  if (!tofu.has(key)) tofu.set(key, inked('\u0378', font, 'white', offset));
  if (!white || isSame(white, tofu.get(key))) return undefined;
  // What has colours of its own is the same in black.
  const isColoured = isSame(white, inked(cluster, font, 'black', offset));
  const bytes = new Uint8Array(24 + white.pixels.length);
  const numbers = new DataView(bytes.buffer);
  numbers.setUint32(0, white.width, true);
  numbers.setUint32(4, white.height, true);
  numbers.setFloat32(8, -white.left, true);
  numbers.setFloat32(12, -white.up, true);
  numbers.setFloat32(16, white.advance, true);
  numbers.setUint32(20, isColoured, true);
  bytes.set(white.pixels, 24);
  return bytes;
}

/** What has the browser call back at once is done when the program has returned. */
const laters = [];

function later(what) {
  laters.push(what);
}

async function choose(number, accept, folder) {
  if (folder && window.showDirectoryPicker) {
    try {
      const directory = await showDirectoryPicker({ mode: 'readwrite' });
      const found = await filesOf(directory);
      return program.chosen(number, await putFiles(found, directory));
    } catch (error) {
      if (error.name !== 'AbortError') program.tell(error.message, true);
      return program.chosen(number, []);
    }
  }
  chooser.value = '';
  chooser.multiple = !folder;
  chooser.webkitdirectory = folder;
  chooser.accept = accept;
  const ended = new AbortController();
  const end = paths => {
    ended.abort();
    program.chosen(number, paths);
  };
  chooser.addEventListener('cancel', () => end([]), { signal: ended.signal });
  chooser.addEventListener('change', async () => {
    const found = [...chooser.files].map(file => ({ path: file.webkitRelativePath || file.name, file }));
    end(found.length ? await putFiles(found) : []);
  }, { signal: ended.signal });
  chooser.click();
}

// --------------------------------------------------------------------------------------------- the reference video

/** The video that plays beside the take, and another sound in the place of its own. */
let film = null, sound = null;

/** Rates at which cameras film; what is near one of them is that. */
const RATES = [24000 / 1001, 24, 25, 30000 / 1001, 30, 48, 50, 60000 / 1001, 60, 90, 100, 120000 / 1001, 120, 240];

function element(kind, number) {
  const own = document.createElement(kind);
  own.src = URL.createObjectURL(files[number]);
  own.preload = 'auto';
  own.playsInline = true;
  return own;
}

function close(own) {
  own.pause();
  URL.revokeObjectURL(own.src);
  own.removeAttribute('src');
  own.load();
}

class Film {
  constructor(number, file) {
    Object.assign(this, { number, wanted: null, isOpen: false, video: element('video', file) });
    const { video } = this;
    video.muted = true;
    video.addEventListener('error', () => {
      program.video_failed(number, video.error?.message || 'this browser does not play it');
      ask(0);
    });
    video.addEventListener('loadedmetadata', () => this.open(), { once: true });
    video.addEventListener('seeked', () => this.next());
    const each = (_, about) => {
      if (film !== this) return;
      this.picture(about);
      video.requestVideoFrameCallback(each);
    };
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(each);
  }

  /** Finds how long a picture shows: its beginning is played where nobody hears it. */
  async open() {
    const { video } = this;
    if (!video.videoWidth) return program.video_failed(this.number, 'it has no pictures that this browser shows');
    this.times = [];
    await video.play().catch(() => {});
    await new Promise(resolve => {
      const began = performance.now();
      const look = setInterval(() => {
        if (this.times.length < 12 && performance.now() - began < 1500 && !video.ended) return;
        clearInterval(look);
        resolve();
      }, 20);
    });
    video.pause();
    if (film !== this) return;
    const steps = this.times.slice(1).map((time, place) => time - this.times[place]).filter(step => step > 1e-4);
    const step = steps.length ? Math.min(...steps) : 1 / 30;
    const rate = RATES.find(rate => Math.abs(rate * step - 1) < 0.005) ?? 1 / step;
    this.times = null;
    this.isOpen = true;
    const end = Number.isFinite(video.duration) ? video.duration : step;
    program.video_opened(this.number, video.videoWidth, video.videoHeight, end, 1 / rate);
    this.step = 1 / rate;
    ask(0);
  }

  picture(about) {
    const { video } = this;
    if (this.times) return this.times.push(about.mediaTime);
    if (!this.isOpen) return;
    // As large as it is looked at, at most.
    const scale = Math.min(1, 1280 / Math.max(video.videoWidth, video.videoHeight));
    const width = Math.round(video.videoWidth * scale), height = Math.round(video.videoHeight * scale);
    this.canvas ??= new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    this.canvas.drawImage(video, 0, 0, width, height);
    const pixels = this.canvas.getImageData(0, 0, width, height).data;
    program.video_shown(this.number, about.mediaTime, width, height, new Uint8Array(pixels.buffer));
    ask(0);
  }

  show(time, plays, isHeard) {
    this.wanted = { time, plays };
    const { video } = this;
    if (!this.isOpen) return;
    video.muted = !isHeard || sound !== null;
    if (sound) sound.muted = !isHeard;
    if (plays) {
      // It goes by its own clock, and is brought back where that has gone another way.
      if (Math.abs(video.currentTime - time) > 0.08 && !video.seeking) video.currentTime = Math.max(time, 0);
      if (video.paused && time >= 0 && time < video.duration) {
        video.play().catch(() => {
          video.muted = true;
          video.play().catch(() => {});
        });
      }
      if (sound) {
        if (Math.abs(sound.currentTime - time) > 0.08) sound.currentTime = Math.max(time, 0);
        if (sound.paused && time >= 0) sound.play().catch(() => {});
      }
      return;
    }
    if (!video.paused) video.pause();
    if (sound && !sound.paused) sound.pause();
    this.next();
  }

  /** Goes to the picture that is wanted, once it has come to the one before. */
  next() {
    const { video, wanted } = this;
    if (!wanted || wanted.plays || !this.isOpen || video.seeking) return;
    // Amid a picture, where no rounding leads to the one before.
    const time = Math.max(0, Math.min((Math.floor(wanted.time / this.step + 0.01) + 0.5) * this.step, video.duration));
    if (Math.abs(video.currentTime - time) > this.step / 8) video.currentTime = time;
  }
}

Object.assign(window.rushesPage, {
  openVideo(number, file) {
    window.rushesPage.closeVideo();
    film = new Film(number, file);
  },

  closeVideo() {
    if (film) close(film.video);
    film = null;
  },

  openSound(file) {
    if (sound) close(sound);
    sound = file === undefined ? null : element('audio', file);
  },

  showVideo: (time, plays, isHeard) => film?.show(time, plays, isHeard),
});

// ------------------------------------------------------------------------------------------------------- the program

/** The program's functions, each called on the page's own stack; and its memory. */
let program = null;
let exports = null;
let hasFailed = false;
/** The stack pointer of the page itself, while a task has its own. */
let ownStack = 0;

const LEAVES = typeof WebAssembly.Suspending === 'function';

/** Waits until the browser has had its turn. */
const channel = new MessageChannel();
const turns = [];
channel.port1.onmessage = () => turns.shift()();

function breath() {
  return new Promise(resolve => {
    turns.push(resolve);
    channel.port2.postMessage(0);
  });
}

/** Tasks that wait for the picture that is asked for: where the processor draws, it has no time for both. */
const afterPicture = [];

/** Leaves a task, whose stack is left as it is, until something has come. */
async function away(until) {
  const stack = exports.__stack_pointer.value;
  exports.__stack_pointer.value = ownStack;
  try {
    return await until();
  } finally {
    // Alone in this turn of the browser: nothing else runs until the task does.
    await breath();
    exports.__stack_pointer.value = stack;
  }
}

const leaving = {
  leave: milliseconds => away(async () => {
    if (milliseconds > 0) return new Promise(resolve => setTimeout(resolve, milliseconds));
    if (picture && !document.hidden) {
      // Not for long: a browser need not draw.
      await new Promise(resolve => {
        afterPicture.push(resolve);
        setTimeout(resolve, 100);
      });
    }
  }),

  read_file: (number, from, to, count) => away(async () => {
    try {
      const bytes = await files[number].slice(from, from + count).arrayBuffer();
      new Uint8Array(exports.memory.buffer).set(new Uint8Array(bytes), to >>> 0);
      return bytes.byteLength;
    } catch {
      return -1;
    }
  }),
};

const stacks = [];
let runTask = null;

function beginTask() {
  turns.push(task);
  channel.port2.postMessage(0);
}

async function task() {
  if (hasFailed) return;
  if (!LEAVES) return guarded(() => exports.run_task());
  const stack = stacks.pop() ?? exports.make_stack();
  exports.__stack_pointer.value = stack;
  try {
    const running = runTask();
    exports.__stack_pointer.value = ownStack;
    await running;
    stacks.push(stack);
  } catch (error) {
    fail(error.message);
  } finally {
    exports.__stack_pointer.value = ownStack;
  }
}

/** Calls the program. What fails there fails for good. */
function guarded(call) {
  try {
    return call();
  } catch (error) {
    fail(error.message);
    throw error;
  } finally {
    while (laters.length) laters.shift()();
  }
}

/** What lasts from one page of this tab to the next. */
const tab = storeOf('sessionStorage');
/** What the page failed by that was here before. */
const lastFailure = tab?.getItem('failed');
tab?.removeItem('failed');

/** Says what has happened; what was noted is kept, and the next page has it. One that fails at once as well would do so for ever. */
function fail(why) {
  if (hasFailed) return;
  hasFailed = true;
  why = panicText || why;
  const again = () => {
    tab?.setItem('failed', why);
    location.reload();
  };
  if (!lastFailure || performance.now() > 60_000) return setTimeout(again, 0);
  say(`Rushes has failed: ${why}\n\nWhat was noted is kept.`, { 'Load again': again });
}

/** When the next turn is: the number of a timer or of a picture; and whether that is a picture. */
let timer = 0, picture = 0;

/** Asks for a turn after so many milliseconds: with the next picture where that is soon, and less than 0 is never. */
function ask(milliseconds) {
  if (milliseconds < 0 || hasFailed) return;
  if (milliseconds > 20 || document.hidden) {
    clearTimeout(timer);
    timer = setTimeout(turn, Math.max(milliseconds, document.hidden ? 30 : 0), false);
  } else if (!picture) {
    picture = requestAnimationFrame(() => {
      picture = 0;
      turn(true);
      while (afterPicture.length) afterPicture.shift()();
    });
  }
}

function turn(draws) {
  if (hasFailed) return;
  // A timer that wakes a page that shows has it drawn with the next picture.
  if (!draws && !document.hidden) return ask(0);
  ask(program.turn(draws && !isLost));
}

// ------------------------------------------------------------------------------------------------- what one does here

const modifiers = event => event.shiftKey | event.ctrlKey << 1 | event.altKey << 2 | event.metaKey << 3;

function listen(target, names, act, options) {
  for (const name of names.split(' ')) {
    target.addEventListener(name, event => {
      if (!program || hasFailed) return;
      act(event);
      ask(0);
    }, options);
  }
}

function listenAll() {
  const place = event => [event.clientX, event.clientY];
  listen(view, 'pointerdown', event => {
    if (event.pointerType === 'touch') return touched(event, 0);
    if (document.activeElement !== field) view.focus({ preventScroll: true });
    view.setPointerCapture(event.pointerId);
    event.preventDefault();
    program.pointer_button(...place(event), event.button, true, modifiers(event));
  });
  listen(view, 'pointermove', event => {
    if (event.pointerType === 'touch') return touched(event, 1);
    // A second button does not go down by itself, and goes up no other way.
    if (event.button >= 0) {
      const bit = [1, 4, 2, 8, 16][event.button];
      return program.pointer_button(...place(event), event.button, (event.buttons & bit) !== 0, modifiers(event));
    }
    program.pointer_moved(...place(event), modifiers(event));
  });
  listen(view, 'pointerup', event => {
    if (event.pointerType === 'touch') return touched(event, 2);
    program.pointer_button(...place(event), event.button, false, modifiers(event));
  });
  listen(view, 'pointercancel', event => {
    if (event.pointerType === 'touch') return touched(event, 3);
    program.pointer_gone();
  });
  listen(view, 'pointerleave', event => {
    if (event.pointerType !== 'touch') program.pointer_gone();
  });
  const touched = (event, phase) => {
    event.preventDefault();
    program.touch(event.pointerId, phase, ...place(event), event.pressure);
  };
  listen(view, 'contextmenu', event => event.preventDefault());
  listen(view, 'wheel', event => {
    event.preventDefault();
    program.wheel(event.deltaX, event.deltaY, event.deltaMode, modifiers(event));
  }, { passive: false });

  listen(document, 'keydown keyup', event => {
    // An input method has this one.
    if (event.isComposing || event.keyCode === 229) return;
    const isDown = event.type === 'keydown';
    if (program.key(event.key, event.code, isDown, event.repeat, modifiers(event))) event.preventDefault();
    // A press may ask for a file or the clipboard, which a browser allows for a moment.
    if (isDown && (event.ctrlKey || event.metaKey)) turn(true);
  });
  listen(field, 'input', event => {
    if (event.isComposing) return program.compose(field.value, false);
    if (event.inputType === 'deleteContentBackward') program.take_back(1);
    else if (event.data) program.text(event.data);
    field.value = '';
  });
  listen(field, 'compositionend', event => {
    program.compose(event.data ?? field.value, true);
    field.value = '';
  });
  listen(document, 'paste', event => {
    const found = [...event.clipboardData.files].map(file => ({ path: file.name, file }));
    event.preventDefault();
    if (found.length) putFiles(found).then(paths => program.open(paths));
    else program.paste(event.clipboardData.getData('text').replaceAll('\r\n', '\n'));
  });
  listen(window, 'focus blur', event => {
    if (event.target === window) program.focus(event.type === 'focus');
  });

  let held = 0;
  const hover = event => {
    event.preventDefault();
    const count = [...event.dataTransfer.items].filter(item => item.kind === 'file').length;
    program.hover(Math.max(count, 1), ...place(event), modifiers(event));
  };
  listen(window, 'dragenter', event => {
    held += 1;
    hover(event);
  });
  listen(window, 'dragover', hover);
  listen(window, 'dragleave', event => {
    held -= 1;
    if (held <= 0) program.hover(0, ...place(event), 0);
  });
  listen(window, 'drop', event => {
    event.preventDefault();
    hover(event);
    held = 0;
    dropped(event.dataTransfer).catch(error => program.tell(error.message, true));
  });

  new ResizeObserver(([entry]) => {
    const pixels = entry.devicePixelContentBoxSize?.[0];
    const scale = devicePixelRatio;
    const width = pixels?.inlineSize ?? Math.round(entry.contentRect.width * scale);
    const height = pixels?.blockSize ?? Math.round(entry.contentRect.height * scale);
    Object.assign(view, { width, height });
    program.resize(width, height, scale);
    // What a canvas showed is gone with its size.
    turn(true);
  }).observe(view);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', event => program.set_dark(event.matches));
  listen(document, 'visibilitychange', () => {
    if (document.hidden) left.end();
  });
  listen(window, 'pagehide', () => left.end());
  // While something is being saved, or could not be kept.
  addEventListener('beforeunload', event => {
    if (kept.failed && !hasFailed) event.preventDefault();
  });
}

async function dropped(transfer) {
  // All of these are asked for before anything is waited for: the browser forgets a drop with its event.
  const items = [...transfer.items].filter(item => item.kind === 'file');
  const handles = items.map(item => item.getAsFileSystemHandle?.() ?? null);
  const entries = items.map(item => item.webkitGetAsEntry?.() ?? null);
  const plain = [...transfer.files].map(file => ({ path: file.name, file }));
  let found = [], directory = null;
  for (const [place, entry] of entries.entries()) {
    const handle = await handles[place]?.catch(() => null);
    if (handle?.kind === 'directory') directory = handle;
    if (handle) found.push(...await filesOf(handle));
    else if (entry) found.push(...await filesOfEntry(entry));
  }
  if (!found.length) found = plain;
  program.open(found.length ? await putFiles(found, items.length === 1 ? directory : null) : []);
}

// ------------------------------------------------------------------------------------------------------------- start

let isLost = false;

function context() {
  // Only what changes is drawn again: the rest stays as it was.
  const options = { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true, powerPreference: 'high-performance' };
  return view.getContext('webgl2', options);
}

/** What the address or the page itself says is to be opened. */
async function begin() {
  const packed = document.getElementById('takes');
  const paths = [];
  if (packed) {
    const takes = JSON.parse(packed.textContent);
    const folder = program.free_folder(takes.map(take => take.name));
    for (const take of takes) {
      program.put_bytes(`${folder}/${take.name}`, new Uint8Array(await unpacked(take.bytes)));
      if (take.opens) paths.push(`${folder}/${take.name}`);
    }
  }
  const words = [location.search, location.hash].flatMap(part => new URLSearchParams(part.slice(1)).getAll('take'));
  const folder = words.length && program.free_folder(words.map(nameOf));
  for (const address of words) {
    try {
      const url = new URL(address, location.href);
      if (url.origin !== location.origin) throw new Error('it lies elsewhere: only takes beside this page are opened');
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`the server says ${answer.status} ${answer.statusText}`);
      const path = `${folder}/${nameOf(url.pathname)}`;
      await putFile(path, await answer.blob());
      paths.push(path);
    } catch (error) {
      program.tell(`${address}: ${error.message}`, true);
    }
  }
  if (paths.length) program.open(paths);
}

/** The name of a file at an address, whatever is written there. */
function nameOf(address) {
  let path = address;
  try {
    path = decodeURIComponent(address);
  } catch {
    // A % that is one.
  }
  const name = path.split(/[/\\]/).at(-1);
  return ['', '.', '..'].includes(name) ? 'take' : name;
}

async function unpacked(base64) {
  const stream = new Blob([fromBase64(base64)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

async function start() {
  // The browser compiles while it makes the context, which takes as long with some drivers.
  const imports = { rushes: {} };
  for (const [name, what] of Object.entries(leaving)) {
    imports.rushes[name] = LEAVES ? new WebAssembly.Suspending(what) : () => -1;
  }
  imports['./rushes_bg.js'] = glue;
  const compiling = compiled(imports);
  compiling.catch(() => {});
  const keeping = kept.open().then(() => kept.all());
  keeping.catch(() => {});
  const gl = context();
  if (!gl) return say(NO_WEBGL);
  view.addEventListener('webglcontextlost', event => {
    event.preventDefault();
    isLost = true;
    say('The browser has taken the graphics away from this page. It comes back by itself in most cases; what was noted is kept.',
      { 'Load again': () => location.reload() });
  });
  view.addEventListener('webglcontextrestored', () => {
    isLost = false;
    word.hidden = true;
    guarded(() => glue.renew(context()));
    program.tell('The browser had taken the graphics away from this page. Nothing is lost.', false);
    ask(0);
  });
  const { instance } = await compiling;
  exports = instance.exports;
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start?.();
  ownStack = exports.__stack_pointer.value;
  if (LEAVES) runTask = WebAssembly.promising(exports.run_task);
  program = {};
  for (const [name, call] of Object.entries(glue)) {
    if (!name.startsWith('__')) program[name] = (...all) => guarded(() => call(...all));
  }
  let lost = null;
  try {
    for (const { path, bytes, modified } of await keeping) program.put_kept(path, bytes, modified);
  } catch (error) {
    lost = error;
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const opens = document.getElementById('takes') !== null || /[?#&]take=/.test(location.href);
  program.start(gl, LEAVES, dark, opens);
  listenAll();
  view.focus({ preventScroll: true });
  if (lost) kept.fail(lost);
  if (lastFailure) {
    program.tell(`Rushes failed and was loaded again: ${lastFailure}\nhint: what was noted is kept; drop the takes again`, true);
  }
  await begin();
  ask(0);
  // What tests ask of the program.
  program.memory = () => exports.memory.buffer.byteLength;
  window.rushesTest = () => program;
}

start().catch(error => say(`Rushes cannot start: ${error.message}`));
