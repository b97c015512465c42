// One calculation in steps: a plan or the explanation of a layout, from its closed-form figures to the end of its
// simulation.

/** Shortest time between two reports of progress, in milliseconds. */
const BETWEEN_REPORTS = 200;

/** Longest time between two turns to look for messages, where no trial workers help, in milliseconds. */
const TURN = 30;

/** Into how many pieces the trials up to the next decision are cut where they are run here: each is short. */
const PIECES_HERE = 32;

export class Job {
  /**
   * @param {number} id
   * @param {any} run  a `Planning` or `Explaining`
   * @param {(message: object) => void} report
   */
  constructor(id, run, report) {
    this.id = id;
    this.run = run;
    this.report = report;
    this.paused = false;
    this.ended = false;
    this.started = performance.now();
    this.lastReport = 0;
    this.told = -1;
    this.pause = BETWEEN_REPORTS;
  }

  /** True while pieces of work may still be handed out. */
  get active() {
    return !this.paused && !this.ended;
  }

  /** The next piece: its model, its work as text, and both as one text; or nothing. The trials up to the next decision are cut into `pieces`. */
  nextPiece(pieces) {
    if (!this.active) return undefined;
    const text = this.run.next_work(pieces);
    if (text === undefined) return undefined;
    const { model, work } = JSON.parse(text);
    return { model, work: JSON.stringify(work), text };
  }

  /** Works here until the turn is over. Returns true if there is more to do. */
  workHere() {
    const until = performance.now() + TURN;
    while (performance.now() < until) {
      const piece = this.nextPiece(PIECES_HERE);
      if (!piece) return false;
      this.run.absorb(piece.model, this.run.run(piece.text));
    }
    return true;
  }

  /** Tells what is known at the start, before any trial. */
  begin() {
    const final = this.run.finished();
    this.send(final);
    if (final) this.ended = true;
  }

  /** Tells what is known now: at the end at once, before it only from time to time. */
  tell() {
    if (this.ended || this.paused) return;
    if (this.run.finished()) {
      this.ended = true;
      this.send(true);
      return;
    }
    const now = performance.now();
    if (now - this.lastReport < this.pause) return;
    const progress = this.progress();
    // The result is another only when one more layout is settled.
    if (progress.settled === this.told) this.report({ type: 'progress', ...progress });
    else this.send(false);
    // Writing a large result takes time that the simulation should have.
    const cost = performance.now() - now;
    this.pause = Math.max(BETWEEN_REPORTS, 12 * cost);
    this.lastReport = performance.now();
  }

  progress() {
    const seconds = (performance.now() - this.started) / 1000;
    return { ...JSON.parse(this.run.progress()), seconds };
  }

  tellProgress() {
    this.report({ type: 'progress', ...this.progress() });
  }

  /** Tells the result as far as it is known. */
  send(final) {
    const text = this.run.json();
    const progress = this.progress();
    this.told = progress.settled;
    this.report({ type: 'result', text, words: JSON.parse(this.run.words()), progress, final });
  }

  free() {
    this.ended = true;
    this.run.free();
  }
}
