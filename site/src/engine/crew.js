// The trial workers as the planner's worker sees them: who is idle, who knows which model.

/** @typedef {{port: MessagePort, idle: boolean, knows: Set<string>}} Member */

export class Crew {
  /** @param {(job: number, model: number, blocks: string|null, failure: string|null) => void} onResult */
  constructor(onResult) {
    /** @type {Member[]} */
    this.members = [];
    this.onResult = onResult;
  }

  /** @param {MessagePort} port */
  add(port) {
    const member = { port, idle: false, knows: new Set() };
    port.onmessage = ({ data }) => {
      member.idle = true;
      if (data.ready) this.members.push(member);
      this.onResult(data.job ?? -1, data.model ?? -1, data.blocks ?? null, data.failure ?? null);
    };
  }

  get size() {
    return this.members.length;
  }

  idleMember() {
    return this.members.find((member) => member.idle);
  }

  /**
   * Hands one piece to a member, with the model if it has not seen it.
   * @param {Member} member
   * @param {number} job
   * @param {number} model
   * @param {string} work
   * @param {() => string} modelText
   */
  give(member, job, model, work, modelText) {
    const key = `${job}:${model}`;
    const message = { job, model, work };
    if (!member.knows.has(key)) {
      member.knows.add(key);
      message.modelText = modelText();
    }
    member.idle = false;
    member.port.postMessage(message);
  }

  /** Lets all members forget the models of a job. */
  drop(job) {
    for (const member of this.members) {
      for (const key of member.knows) if (key.startsWith(`${job}:`)) member.knows.delete(key);
      member.port.postMessage({ type: 'drop', job });
    }
  }
}
