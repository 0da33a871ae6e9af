// The sound of a move.

let audio: AudioContext | undefined

/** tock sounds like a piece on wood: a short low tone that fades. */
export function tock() {
  try {
    audio ??= new AudioContext()
    const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime]
    tone.type = 'triangle'
    tone.frequency.setValueAtTime(420, now)
    tone.frequency.exponentialRampToValueAtTime(140, now + 0.08)
    volume.gain.setValueAtTime(0.25, now)
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12)
    tone.connect(volume).connect(audio.destination)
    tone.start(now)
    tone.stop(now + 0.13)
  } catch {
    // A browser without sound plays on in silence.
  }
}
