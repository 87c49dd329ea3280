// Generated from en/*.json by tools/messages.js; `npm run messages` writes it.

declare module "messages:access" {
  const messages: {
    codes: {
      title: string;
      text: string;
      newTitle: string;
      newText: string;
      remaining(args: { count: number; date: string | number }): string;
      none: string;
      replaces: string;
      create: string;
      download: string;
      copy: string;
      saved: string;
      fileTitle(args: { name: string | number; site: string | number; created: string | number }): string;
    };
    lost: {
      link: string;
      title: string;
      codeTitle: string;
      codeText: string;
      code: string;
      codeHint: string;
      submit: string;
      done(args: { left: number; name: string | number }): string;
      otherTitle: string;
      other: string;
      back: string;
      mailTitle: string;
      mailText: string;
      mailAccount: string;
      mailSubmit: string;
      mailSent: string;
    };
    reset: {
      title: string;
      text: string;
      noToken: string;
    };
    email: {
      title: string;
      text: string;
      current(args: { address: string | number }): string;
      pending(args: { address: string | number }): string;
      address: string;
      new: string;
      add: string;
      sent(args: { address: string | number }): string;
      sendAgain: string;
      remove: string;
      removed: string;
    };
    verify: {
      title: string;
      text: string;
      submit: string;
      done(args: { address: string | number; name: string | number }): string;
      noToken: string;
      account: string;
    };
    factors: {
      title: string;
      text: string;
    };
    authenticator: {
      title: string;
      off: string;
      on: string;
      add: string;
      remove: string;
      scan: string;
      qrCode: string;
      secret: string;
      firstCode: string;
      confirm: string;
      added: string;
      removed: string;
    };
    passkeys: {
      title: string;
      text: string;
      created(args: { date: string | number }): string;
      label: string;
      labelHint: string;
      add: string;
      remove: string;
      added: string;
      removed(args: { label: string | number }): string;
      exists: string;
      cancelled: string;
      notHere: string;
      logIn: string;
      check: string;
    };
    step: {
      title: string;
      choose: string;
      factors: {
        authenticator: string;
        passkey: string;
        recovery_code: string;
      };
      passkey: string;
      code: string;
      codeHint: string;
      submit: string;
      usePasskey: string;
      back: string;
    };
  };
  export default messages;
}

declare module "messages:account" {
  const messages: {
    title: string;
    guest(args: { name: string | number }): string;
    noAccount: string;
    loggedInAs(args: { name: string | number }): string;
    profile: string;
    register: string;
    logIn: string;
    name: string;
    nameHint: string;
    password: string;
    passwordHint: string;
    strength: {
      label: string;
      short: string;
      weak: string;
      fair: string;
      strong: string;
    };
    showPassword: string;
    hidePassword: string;
    logOut: string;
    logOutEverywhere: string;
    loggedOut: string;
    changePassword: {
      title: string;
      current: string;
      new: string;
      submit: string;
      done: string;
    };
    confirmPassword: {
      title: string;
      text: string;
      password: string;
      submit: string;
    };
    sessions: {
      title: string;
      text: string;
      device(args: { browser: string | number; system: string | number }): string;
      unknownDevice: string;
      current: string;
      times(args: { began: string | number; seen: string | number }): string;
      end: string;
      endOthers: string;
      ended: string;
      othersEnded: string;
    };
    bots: {
      title: string;
      text: string;
      name: string;
      create: string;
      newToken: string;
      revoke: string;
      token(args: { name: string | number }): string;
      noTokens: string;
      newTokenTitle(args: { name: string | number }): string;
      label: string;
      labelHint: string;
      scope: string;
      scopes: {
        play: string;
        read: string;
      };
      lifetime: string;
      days(args: { count: number }): string;
      expires(args: { date: string | number }): string;
      lastUsed(args: { date: string | number }): string;
      unused: string;
      revokeOne: string;
      revokeOneTitle(args: { label: string | number; name: string | number }): string;
      revokedOne(args: { label: string | number }): string;
      revokeTitle(args: { name: string | number }): string;
      revokeText: string;
      keep: string;
      revoked(args: { name: string | number }): string;
    };
    data: {
      title: string;
      text: string;
      download: string;
    };
    delete: {
      title: string;
      text: string;
      open: string;
      confirm: string;
      password: string;
      done: string;
    };
    player: {
      since(args: { date: string | number }): string;
      record(args: { played: number; won: string | number }): string;
      kinds: {
        guest: string;
        person: string;
        bot: string;
      };
      rating: string;
      games: string;
      won: string;
      historyLabel(args: { players: string | number; first: string | number; last: string | number }): string;
      history: string;
      none: string;
      more: string;
      ratingFor(args: { players: string | number }): string;
      settling: string;
      thisMonth: string;
      wonCount(args: { won: string | number }): string;
      noHistory: string;
      historyLine(args: { players: string | number; rating: string | number }): string;
      speed: string;
      speeds: {
        bullet: string;
        blitz: string;
        rapid: string;
        classical: string;
        correspondence: string;
        untimed: string;
      };
      percent(args: { share: string | number }): string;
      inProgress: string;
      over: string;
      wonBy(args: { reason: string | number | boolean }): string;
      ways: {
        title(args: { name: string | number }): string;
        none: string;
        land: string;
        rings: string;
        last: string;
        left: string;
      };
      fair: {
        title: string;
        table: string;
        share: string;
      };
    };
    leaderboard: {
      title: string;
      text: string;
      players: string;
      none: string;
      rank: string;
      name: string;
      play: string;
    };
  };
  export default messages;
}

declare module "messages:administration" {
  const messages: {
    title: string;
    notAllowed: string;
    account: string;
    tabs: {
      reports: string;
      accounts: string;
      log: string;
      rules: string;
    };
    reports: {
      status: string;
      statuses: {
        open: string;
        upheld: string;
        dismissed: string;
      };
      none: string;
      about(args: { name: string | number }): string;
      by(args: { name: string | number; date: string | number }): string;
      byDeleted(args: { date: string | number }): string;
      others(args: { count: number }): string;
      game: string;
      account: string;
      removeLine: string;
      removeText: string;
      open: {
        study: string;
        club: string;
        tournament: string;
      };
      closeGame: string;
      note: string;
      uphold: string;
      dismiss: string;
      decided: string;
    };
    accounts: {
      search: string;
      submit: string;
      none: string;
      created(args: { date: string | number }): string;
      seen(args: { date: string | number }): string;
      neverSeen: string;
      kinds: {
        guest: string;
        person: string;
        bot: string;
      };
      roles: {
        admin: string;
        moderator: string;
      };
      owner(args: { name: string | number }): string;
      bots(args: { names: string | number }): string;
      reports(args: { open: number; upheld: string | number }): string;
      games: string;
      sanctions: string;
      until: {
        suspension(args: { date: string | number }): string;
        ban(args: { date: string | number }): string;
      };
      forever: string;
      over: string;
      profile: string;
      log: string;
    };
    actions: {
      action: string;
      reason: string;
      reasonHint: string;
      reasonForPerson: string;
      days: string;
      daysHint: string;
      daysOrForever: string;
      name: string;
      suspend: string;
      ban: string;
      lift: string;
      rename: string;
      resetPassword: string;
      appoint: string;
      dismissModerator: string;
      removeLine: string;
      removeText: string;
      closeGame: string;
      done: string;
      link(args: { date: string | number }): string;
    };
    log: {
      none: string;
      operator: string;
      more: string;
      actions: {
        role_granted: string;
        role_revoked: string;
        password_reset: string;
        second_factors_removed: string;
        suspended: string;
        banned: string;
        lifted: string;
        renamed: string;
        chat_removed: string;
        text_removed: string;
        game_closed: string;
        report_decided: string;
        rules_changed: string;
        breaker_reset: string;
      };
    };
    rules: {
      text: string;
      mode: string;
      modes: {
        started(args: { mode: string | number }): string;
        python: string;
        shadow: string;
        kernel: string;
      };
      share: string;
      unratedOnly: string;
      invariantShare: string;
      kernelOn: string;
      apply: string;
      gate(args: { mode: string | number }): string;
      liveGames: string;
      noLiveGames: string;
      liveMode(args: { count: number; mode: string | number }): string;
      breakerOpen(args: { date: string | number }): string;
      breakerClosed: string;
      resetBreaker: string;
      counters: string;
    };
  };
  export default messages;
}

declare module "messages:board" {
  const messages: {
    label(args: { board: string | number | boolean }): string;
    keys: string;
    zoomIn: string;
    zoomOut: string;
    fit: string;
    zoom: string;
    notation: string;
    empty(args: { cell: string | number }): string;
    stack(args: { cell: string | number; colour: string | number; height: number; cap: string | number }): string;
    marker(args: { cell: string | number; colour: string | number }): string;
    territory(args: { cell: string | number; colour: string | number }): string;
    choosable(args: { cell: string | number }): string;
    chosen(args: { cell: string | number }): string;
    noted(args: { cell: string | number; note: string | number }): string;
    placed(args: { player: string | number; rings: number; to: string | number }): string;
    moved(args: { player: string | number; from: string | number; to: string | number }): string;
    captured(args: { player: string | number; target: string | number; from: string | number; to: string | number }): string;
    slid(args: { player: string | number; from: string | number; to: string | number }): string;
    lineTaken(args: { player: string | number; first: string | number; last: string | number }): string;
    regionTaken(args: { player: string | number; cells: number; first: string | number }): string;
    paid(args: { player: string | number; from: string | number }): string;
    forced(args: { player: string | number; from: string | number }): string;
    swapped: string;
    skipped(args: { player: string | number }): string;
    flipped(args: { markers: number; colour: string | number }): string;
    collapsed(args: { cells: number; colour: string | number }): string;
    eliminated(args: { rings: number }): string;
    toMove(args: { player: string | number }): string;
    won(args: { colour: string | number }): string;
    turns: string;
    taken: string;
  };
  export default messages;
}

declare module "messages:challenges" {
  const messages: {
    title: string;
    name: string;
    challenge: string;
    challengeNamed(args: { name: string | number }): string;
    nobody: string;
    noMatch: string;
    online: string;
    playing(args: { count: number }): string;
    bot: string;
    botOf(args: { owner: string | number }): string;
    accepts(args: { what: string | number }): string;
    numbers(args: { counts: string | number }): string;
    ratedOnly: string;
    unratedOnly: string;
    speeds: {
      bullet: string;
      blitz: string;
      rapid: string;
      classical: string;
      correspondence: string;
      untimed: string;
    };
    dialog: {
      opponent: string;
      another: string;
      add: string;
      remove(args: { name: string | number }): string;
      board: string;
      clock: string;
      seat: string;
      randomSeat: string;
      seatNumber(args: { seat: string | number; colour: string | number }): string;
      rated: string;
      ratedHint: string;
      ratedNeedsAccount: string;
      private: string;
      send: string;
    };
    sent(args: { names: string | number }): string;
    yours: string;
    received(args: { name: string | number }): string;
    rated: string;
    accept: string;
    decline: string;
    declineWith: string;
    withdraw: string;
    open: string;
    waitingFor(args: { names: string | number }): string;
    youAccepted(args: { names: string | number }): string;
    accepted(args: { names: string | number }): string;
    declined(args: { name: string | number; reason: string | number }): string;
    expired(args: { names: string | number }): string;
    withdrawn(args: { name: string | number }): string;
    until(args: { time: string | number }): string;
    reasons: {
      busy: string;
      later: string;
      board: string;
      players: string;
      speed: string;
      rated: string;
      unrated: string;
      other: string;
    };
    preference: {
      title: string;
      accepts: string;
      acceptsHint: string;
      everyone: string;
      registered: string;
      nobody: string;
      saved: string;
    };
  };
  export default messages;
}

declare module "messages:community" {
  const messages: {
    report: {
      open: string;
      openQuote(args: { text: string | number }): string;
      title(args: { name: string | number }): string;
      text: string;
      reason: string;
      reasons: {
        abuse: string;
        cheating: string;
        spam: string;
        name: string;
        stalling: string;
        other: string;
      };
      details: string;
      detailsNeeded: string;
      submit: string;
      sent: string;
    };
    people: {
      block: string;
      blockText: string;
      unblock: string;
      blocked(args: { name: string | number }): string;
      unblocked(args: { name: string | number }): string;
      mute: string;
      unmute: string;
      muted(args: { name: string | number }): string;
      unmuted(args: { name: string | number }): string;
      listTitle: string;
      listText: string;
      none: string;
      kinds: {
        block: string;
        mute: string;
      };
    };
    line: {
      title(args: { name: string | number }): string;
      report: string;
      mute(args: { name: string | number }): string;
      block(args: { name: string | number }): string;
      remove: string;
      removed: string;
    };
    own: {
      title: string;
      text: string;
      about(args: { name: string | number; date: string | number }): string;
      new: string;
      statuses: {
        open: string;
        upheld: string;
        dismissed: string;
      };
    };
  };
  export default messages;
}

declare module "messages:correspondence" {
  const messages: {
    title: string;
    intro: string;
    none: string;
    lobby: string;
    account: string;
    vacation: {
      title: string;
      text: string;
      left(args: { days: number }): string;
      until(args: { date: string | number }): string;
      days: string;
      option(args: { days: number }): string;
      begin: string;
      end: string;
    };
    mails: {
      title: string;
      label: string;
      hint: string;
      unavailable: string;
    };
    plan: {
      title: string;
      text: string;
      label: string;
      example: string;
      save: string;
      saved: string;
      removed: string;
      count(args: { lines: number }): string;
      problem(args: { line: string | number; choice: string | number; reason: string | number }): string;
    };
  };
  export default messages;
}

declare module "messages:embed" {
  const messages: {
    title(args: { names: string | number }): string;
    position: string;
    open: string;
    openNewTab: string;
    live: string;
    loading: string;
    notStarted: string;
    aborted: string;
    unavailable: string;
    noPosition: string;
    turn(args: { turn: string | number; name: string | number }): string;
    explainGame: string;
    explainPosition: string;
    code: string;
    theme: string;
    themes: {
      auto: string;
      slate: string;
      walnut: string;
      paper: string;
      contrast: string;
    };
    size: string;
    sizes: {
      small: string;
      medium: string;
      large: string;
    };
    frameTitle: string;
  };
  export default messages;
}

declare module "messages:end" {
  const messages: {
    youWon(args: { name: string | number | boolean }): string;
    youLeft: string;
    youAreFirst: string;
    won(args: { reason: string | number | boolean; name: string | number }): string;
    wonAgainst(args: { reason: string | number | boolean; name: string | number; loser: string | number }): string;
    wonAgainstYou(args: { reason: string | number | boolean; name: string | number }): string;
    why: {
      landYou(args: { cells: string | number; all: string | number; others: string | number; count: number }): string;
      land(args: { name: string | number; cells: string | number; all: string | number; others: string | number; count: number }): string;
      ringsYou(args: { rings: string | number; needed: string | number }): string;
      rings(args: { name: string | number; rings: string | number; needed: string | number }): string;
      lastYou: string;
      last(args: { name: string | number }): string;
      stalemateYou(args: { cells: number }): string;
      stalemate(args: { name: string | number; cells: number }): string;
      leftYou(args: { loser: string | number; reason: string | number | boolean }): string;
      everyoneLeft: string;
    };
    otherWith(args: { name: string | number; cells: string | number }): string;
    youWith(args: { cells: string | number }): string;
    stayedFirst(args: { name: string | number }): string;
    youStayedFirst: string;
    noneStayed: string;
    you: string;
    standing: string;
    columns: {
      name: string;
      cells: string;
      rings: string;
      accuracy: string;
      rating: string;
    };
    ofNeeded(args: { rings: string | number; needed: string | number }): string;
    percent(args: { percent: string | number }): string;
    wantsRematch: string;
    rematch(args: { ready: number; players: string | number }): string;
    analyse: string;
    share: string;
    shared: string;
    download: string;
    newGame: string;
    report(args: { name: string | number }): string;
    lobby: string;
    review: {
      judging(args: { done: string | number; count: string | number }): string;
      chart: string;
      turns(args: { count: number }): string;
      turningPoint(args: { turn: string | number }): string;
      gaveAway(args: { name: string | number }): string;
      text(args: { played: string | number; name: string | number; before: string | number; after: string | number; better: string | number }): string;
      textYou(args: { played: string | number; before: string | number; after: string | number; better: string | number }): string;
      none: string;
      playFromHere: string;
      keyTurns: string;
      youGaveAway: string;
      share(args: { name: string | number; percent: string | number }): string;
      practice: string;
    };
  };
  export default messages;
}

declare module "messages:engine" {
  const messages: {
    notationForms: string;
    position: {
      length(args: { max: string | number }): string;
      fields(args: { count: string | number; names: string | number }): string;
      number: string;
      rows(args: { count: string | number }): string;
      pieces: string;
      cellsInRow(args: { count: string | number }): string;
      valuePerSeat(args: { count: string | number }): string;
      turn: string;
      cell(args: { board: string | number }): string;
      rounds: string;
      result: string;
    };
    search: {
      gameOver: string;
      bookkeepingDue(args: { move: string | number }): string;
      noLevel(args: { level: string | number; max: string | number }): string;
    };
  };
  export default messages;
}

declare module "messages:explorer" {
  const messages: {
    lead: string;
    pool: string;
    own: string;
    rated: string;
    engine: string;
    turns: string;
    games(args: { count: number }): string;
    none: string;
    noneOwn: string;
    midTurn: string;
    share(args: { percent: string | number }): string;
    wins: string;
    opinion(args: { name: string | number; percent: string | number }): string;
    recent: string;
    setup: string;
    board: string;
    players: string;
    start: string;
    searchHere: string;
    logIn: string;
    search: {
      lead: string;
      player: string;
      opponent: string;
      level: string;
      any: string;
      result: string;
      won: string;
      lost: string;
      board: string;
      players: string;
      edition: string;
      rated: string;
      ratedOnly: string;
      unratedOnly: string;
      reason: string;
      minTurns: string;
      maxTurns: string;
      since: string;
      until: string;
      position: string;
      positionHint: string;
      search: string;
      reset: string;
      found(args: { count: number }): string;
      foundMore(args: { count: number }): string;
      nothing: string;
      more: string;
      download: string;
      downloadHint: string;
      turns(args: { count: number }): string;
      wonBy(args: { name: string | number; reason: string | number }): string;
      saved: string;
      save: string;
      saveName: string;
      delete(args: { name: string | number }): string;
      reasons: {
        ring_elimination: string;
        territory_control: string;
        last_player_standing: string;
        stalemate: string;
        resignation: string;
        timeout: string;
        abandonment: string;
      };
    };
  };
  export default messages;
}

declare module "messages:game" {
  const messages: {
    loading: string;
    kinds: {
      person: string;
      remote: string;
      engine: string;
      random: string;
    };
    levelKind: string;
    won(args: { name: string | number }): string;
    youWon: string;
    youLeft: string;
    youAreFirst: string;
    youStayedFirst: string;
    noneStayed: string;
    standing: string;
    yourTurn: string;
    spectator: string;
    leftSpectator: string;
    open: {
      title: string;
      text: string;
      link: string;
      join: string;
      leave: string;
      aborted: string;
    };
    notVisible: string;
    lobby: string;
    resign: string;
    resignTitle: string;
    resignText: {
      two(args: { name: string | number }): string;
      last(args: { name: string | number }): string;
      alone: string;
      playsOn(args: { substitute: string | number }): string;
      substitute(args: { level: string | number }): string;
      anyLevel: string;
    };
    abort: string;
    abortTitle: string;
    abortText: string;
    firstTurn: {
      own(args: { time: string | number }): string;
      other(args: { name: string | number; time: string | number }): string;
    };
    abortedBy: {
      request(args: { name: string | number }): string;
      first_turn(args: { name: string | number }): string;
      absence(args: { name: string | number }): string;
    };
    closedByOperator: string;
    abortedEffect: string;
    keepPlaying: string;
    takeBack: string;
    takeBackAsked: string;
    takeBackWanted(args: { name: string | number }): string;
    agree: string;
    decline: string;
    withdraw: string;
    claim: string;
    claimHint: string;
    rematch: string;
    replay: string;
    study: string;
    newGame: string;
    lowTime(args: { name: string | number; seconds: number }): string;
    substituted(args: { name: string | number }): string;
    swapped: string;
    takenBack: string;
    chat: {
      about(args: { name: string | number }): string;
      spectator: string;
      title: string;
      empty: string;
      label: string;
      send: string;
      offline: string;
    };
    thinking(args: { name: string | number }): string;
    reconnecting: string;
    invited(args: { name: string | number }): string;
    accept: string;
    watch: string;
    full: string;
    noHints: string;
    hintsOn: string;
    turnOffHints: string;
  };
  export default messages;
}

declare module "messages:home" {
  const messages: {
    headline: {
      stack: string;
      draw: string;
      take: string;
    };
    tagline: string;
    newHere: string;
    firstGame: string;
    free: string;
    computer: {
      title: string;
      opponents: string;
      opponentCount(args: { count: number }): string;
      board: string;
      strength: string;
      start: string;
      change: string;
      lastTime(args: { opponents: number; board: string | number; strength: string | number }): string;
      seatNote(args: { seat: string | number | boolean; colour: string | number }): string;
      takeBack: string;
      changeSeat: string;
      seat: string;
      seatOption(args: { seat: string | number | boolean; colour: string | number }): string;
    };
    ideas: {
      title: string;
      start: string;
      stack: {
        title: string;
        text: string;
        picture: string;
      };
      run: {
        title: string;
        text: string;
        picture: string;
      };
      ground: {
        title: string;
        text: string;
        picture: string;
      };
    };
    friend: {
      invite(args: { friends: number }): string;
    };
    featured: {
      live: string;
      finished: string;
      earlier: string;
      watch: string;
      watchLive: string;
      replay: string;
      all(args: { count: string | number }): string;
      toMove(args: { name: string | number }): string;
      leads(args: { name: string | number; cells: number; needed: string | number }): string;
      won(args: { name: string | number; how: string | number }): string;
    };
    greeting: {
      morning(args: { name: string | number | boolean }): string;
      afternoon(args: { name: string | number | boolean }): string;
      evening(args: { name: string | number | boolean }): string;
      turns(args: { count: number }): string;
      none: string;
    };
    analyse: {
      study: {
        title: string;
        text: string;
        start: string;
      };
      sandbox: {
        title: string;
        text: string;
        start: string;
      };
      replay: {
        title: string;
        text: string;
        start: string;
      };
      fairPlay: string;
      studies: {
        title: string;
        text: string;
        start: string;
      };
      openings: {
        title: string;
        text: string;
        start: string;
      };
      games: {
        title: string;
        text: string;
        start: string;
      };
    };
    fairPlay: {
      title: string;
      lead: string;
      rated: {
        title: string;
        hints: string;
        engine: string;
        analysis: string;
        others: string;
      };
      others: {
        title: string;
        casual: string;
        computer: string;
        over: string;
      };
      cheating: {
        title: string;
        one: string;
        bots: string;
        leave: string;
      };
      play: string;
    };
    picture: string;
  };
  export default messages;
}

declare module "messages:learn" {
  const messages: {
    title: string;
    lead: string;
    progress: string;
    completed(args: { done: string | number; count: string | number }): string;
    start: string;
    continue(args: { lesson: string | number }): string;
    rulebook: string;
    questions: string;
    strategy: string;
    done: string;
    reset: string;
    all: string;
    lessonNumber(args: { number: string | number; count: string | number }): string;
    tasks: string;
    task(args: { number: string | number; solved: string | number | boolean }): string;
    taskNumber(args: { number: string | number; count: string | number }): string;
    yourTask: string;
    rule(args: { rule: string | number }): string;
    hint: string;
    nextHint: string;
    showSolution: string;
    restart: string;
    again: string;
    takeBack: string;
    correct: string;
    notYet: string;
    waiting: {
      done: string;
      missed: string;
    };
    nextTask: string;
    nextLesson(args: { lesson: string | number }): string;
    playLevel(args: { level: string | number }): string;
    sandbox: string;
    twoMinutes: string;
    exact: string;
    first: {
      title: string;
      progress(args: { number: string | number; count: string | number }): string;
      skip: string;
      play: string;
      lessons: string;
      place: {
        title: string;
        text: string;
        note: string;
      };
      run: {
        title: string;
        text: string;
        note: string;
      };
      ground: {
        title: string;
        text: string;
        note: string;
      };
      done: {
        title: string;
        text: string;
        note: string;
      };
      wrong: {
        markerInTheWay: string;
        stackInTheWay: string;
        otherCell: string;
        tooShort: string;
        notStraight: string;
        ownMarkers: string;
        notReachable: string;
        notTheLine: string;
      };
    };
  };
  export default messages;
}

declare module "messages:lessons" {
  const messages: {
    board: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    placing: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    moving: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          count: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    markers: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          landed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          landed: string;
        };
      }];
    };
    landing: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          passed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          handed: string;
        };
      }];
    };
    capture: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    chain: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          one: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          one: string;
        };
      }];
    };
    line: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          crossed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          freed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    reward: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          four: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          all: string;
          otherEnd: string;
        };
      }];
    };
    region: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          left: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          left: string;
        };
      }];
    };
    forced: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          freed: string;
        };
      }];
    };
    recovery: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          declined: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          declined: string;
          stepped: string;
        };
      }];
    };
    swap: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    winning: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          freed: string;
        };
      }];
    };
    seats: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    shortLines: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          crossed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          three: string;
        };
      }];
    };
    thresholds: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          three: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    lastOfThree: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          freed: string;
        };
      }];
    };
    leader: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          green: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    leaving: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    game: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
  };
  export default messages;
}

declare module "messages:lobby" {
  const messages: {
    title: string;
    openGames(args: { count: number }): string;
    noOpenGames: string;
    liveGames: string;
    noLiveGames: string;
    newGame: string;
    tournaments: string;
    daily: string;
    join: string;
    watch: string;
    openOwn: string;
    show: string;
    all: string;
    takeSeat(args: { colour: string | number }): string;
    balancedStart: string;
    startsBalanced: string;
    rated: string;
    ratingOutcomes: {
      damped: string;
      repeated: string;
      no_turn: string;
      own_bot: string;
      no_players: string;
    };
    openSeat: string;
    seconds(args: { seconds: string | number }): string;
    minutes(args: { minutes: string | number }): string;
    clock: {
      none: string;
      perMove(args: { time: string | number }): string;
      fischer(args: { initial: string | number; increment: string | number }): string;
      correspondence(args: { days: number }): string;
    };
    dialog: {
      board: string;
      players: string;
      edition: string;
      clock: string;
      seats: string;
      seat(args: { seat: string | number; colour: string | number }): string;
      player(args: { number: string | number }): string;
      randomSeats: string;
      randomSeatsHint: string;
      me: string;
      anyone: string;
      visibility: string;
      public: string;
      private: string;
      substitute: string;
      substituteHint: string;
      substituteNear: string;
      start: string;
      startHint: string;
      swap: string;
      swapHint: string;
      rated: string;
      ratedHint: string;
      ratedNeedsAccount: string;
      create: string;
      computer(args: { level: string | number; strength: string | number }): string;
    };
    quick: {
      title: string;
      searching(args: { count: number }): string;
      option(args: { label: string | number; waiting: number }): string;
      waiting(args: { waiting: number }): string;
      waitingHere(args: { waiting: number }): string;
      nobody: string;
      join: string;
      start: string;
      stop: string;
      trouble: string;
      missed: string;
      play: string;
      waitingShort(args: { waiting: string | number }): string;
    };
    allLiveGames(args: { count: number }): string;
    playInstead: string;
    you: string;
    turn(args: { turn: string | number }): string;
    watching(args: { count: number }): string;
    begins: string;
    casual: string;
    nearest: string;
    picture: {
      open(args: { board: string | number; free: number; seats: string | number }): string;
      live(args: { board: string | number; turn: string | number; colour: string | number }): string;
      over(args: { board: string | number; turn: string | number }): string;
      leads(args: { colour: string | number; cells: number }): string;
    };
    own: {
      title: string;
      all(args: { count: number }): string;
      yourTurn: string;
      waitingFor(args: { name: string | number }): string;
      notBegun: string;
      youAre(args: { colour: string | number }): string;
      left(args: { time: string | number }): string;
      hours(args: { hours: number }): string;
      days(args: { days: number }): string;
      minutes(args: { minutes: number }): string;
      rematch(args: { name: string | number }): string;
      accept: string;
    };
    filters: {
      board: string;
      clock: string;
      any: string;
      big: string;
      live: string;
      daily: string;
    };
  };
  export default messages;
}

declare module "messages:notifications" {
  const messages: {
    yourTurns(args: { count: number }): string;
    challenged(args: { challenges: number; turns: number }): string;
    unread(args: { count: number }): string;
    title: string;
    yourTurn(args: { opponents: string | number }): string;
    playing(args: { opponents: string | number }): string;
    open: string;
    computer: string;
    rematch(args: { opponents: string | number }): string;
    until(args: { time: string | number }): string;
    play: string;
    notify: string;
    blocked: string;
    notificationTitle: string;
  };
  export default messages;
}

declare module "messages:people" {
  const messages: {
    title: string;
    account: string;
    follow: string;
    unfollow: string;
    message: string;
    find: {
      title: string;
      name: string;
      none: string;
      bot: string;
    };
    following: {
      title: string;
      none: string;
      online: string;
      offline: string;
      watch: string;
    };
    messages: {
      title: string;
      none: string;
      unread(args: { count: number }): string;
      with(args: { name: string | number }): string;
      label: string;
      send: string;
      you: string;
      report: string;
      empty: string;
    };
    clubs: {
      title: string;
      none: string;
      yours: string;
      all: string;
      create: string;
      name: string;
      description: string;
      open: string;
      request: string;
      access: string;
      members(args: { count: number }): string;
      memberList: string;
      join: string;
      ask: string;
      asked: string;
      leave: string;
      leader: string;
      applicant: string;
      accept: string;
      remove: string;
      promote: string;
      delete: string;
      deleteQuestion: string;
      tournaments: string;
      games: string;
      noGames: string;
      play: string;
    };
    statistics: {
      title: string;
      boards: string;
      players: string;
      seats: string;
      wins: string;
      openings: string;
      played: string;
      won: string;
      percent(args: { percent: string | number }): string;
      first(args: { board: string | number; move: string | number }): string;
      reasons: {
        ring_elimination: string;
        territory_control: string;
        last_player_standing: string;
        resignation: string;
        timeout: string;
        abandonment: string;
      };
    };
    tv: {
      title: string;
      none: string;
      watch: string;
    };
  };
  export default messages;
}

declare module "messages:play" {
  const messages: {
    prompt(args: { player: string | number; prompt: string | number }): string;
    place: string;
    placeMany(args: { count: number }): string;
    placeStacksOnly: string;
    howMany(args: { cell: string | number; max: string | number }): string;
    swapOrPlace: string;
    chooseStack: string;
    chooseStackFor(args: { cell: string | number }): string;
    moveStack(args: { cell: string | number }): string;
    movePlaced(args: { cell: string | number }): string;
    captureOrStop(args: { cell: string | number }): string;
    chain(args: { cell: string | number }): string;
    chooseLanding(args: { target: string | number }): string;
    collapseLine: string;
    chooseLine: string;
    whichLine: string;
    reward(args: { length: string | number; cost: string | number; segment: string | number }): string;
    rewardFree(args: { segment: string | number }): string;
    chooseRegion: string;
    whichRegion: string;
    payLine: string;
    payLineRing: string;
    payRegion: string;
    payRecovery: string;
    forced: string;
    chooseSlide: string;
    slideTo(args: { cell: string | number }): string;
    extract: string;
    costRing: string;
    costCap: string;
    costBuried: string;
    lineGain(args: { cells: number }): string;
    regionGain(args: { cells: number; rings: number }): string;
    pays(args: { rings: number }): string;
    swap: string;
    keepSide(args: { player: string | number }): string;
    keepRings: string;
    rings(args: { count: number }): string;
    countLabel: string;
    stop: string;
    collapse(args: { cost: string | number }): string;
    all(args: { length: string | number; cost: string | number }): string;
    line(args: { from: string | number; to: string | number; gain: string | number }): string;
    region(args: { area: string | number; gain: string | number }): string;
    leaveRegion: string;
    leaveRegions: string;
    noRecovery: string;
    back: string;
    stuck(args: { cell: string | number }): string;
    notOffered: string;
    clickLine: string;
    clickRegion: string;
    clickMarker: string;
    noSlideThere: string;
    notReachable(args: { cell: string | number }): string;
    noSuchMove(args: { text: string | number }): string;
    rule(args: { rule: string | number }): string;
    dismiss: string;
    board: string;
    scores: string;
    log: string;
    emptyLog: string;
    start: string;
    toMove: string;
    sound: string;
    soundState(args: { on: string | number | boolean }): string;
    away: string;
    wentAway(args: { name: string | number }): string;
    cameBack(args: { name: string | number }): string;
    inHand: string;
    eliminated: string;
    territory: string;
    out: string;
    timeLeft(args: { time: string | number }): string;
    days(args: { days: string | number; hours: string | number }): string;
    sent: string;
    waitingFor(args: { player: string | number }): string;
    earlier: string;
    toNow: string;
    linkBroken: string;
    linkTooLong(args: { max: number }): string;
    wins(args: { player: string | number }): string;
    wonBy(args: { reason: string | number | boolean }): string;
    leaving: {
      reason(args: { reason: string | number | boolean }): string;
      tag(args: { reason: string | number }): string;
      left(args: { name: string | number; reason: string | number }): string;
      youLeft(args: { reason: string | number }): string;
      playsOn(args: { name: string | number }): string;
      playedOn(args: { name: string | number }): string;
      place(args: { place: number; players: string | number }): string;
      seatWon(args: { name: string | number; how: string | number }): string;
      firstStayed(args: { name: string | number }): string;
    };
    rank(args: { rank: number }): string;
    youName(args: { name: string | number }): string;
    rating(args: { value: string | number; uncertain: string | number | boolean }): string;
    ringsInHand(args: { count: string | number }): string;
    eliminatedShort: string;
    territoryShort: string;
    outOfShort(args: { count: string | number; needed: string | number }): string;
    ofNeeded(args: { needed: string | number }): string;
    moreWins(args: { count: string | number }): string;
    eliminatedHelp(args: { needed: string | number }): string;
    territoryHelp(args: { needed: string | number }): string;
    territoryHelpMany(args: { needed: string | number; others: string | number }): string;
    alone: string;
    roundsAlone(args: { rounds: string | number }): string;
    steps: {
      label: string;
      place: string;
      move: string;
      capture: string;
      lines: string;
      territory: string;
    };
    ruleNow(args: { rule: string | number }): string;
    result: string;
    closeResult: string;
    listChoices: string;
    closeChoices: string;
    choices: string;
    confirm: {
      play(args: { cell: string | number }): string;
      pay(args: { cell: string | number }): string;
      line: string;
      region: string;
      other: string;
    };
    takeRegion: string;
    players: string;
    chat: string;
    more: string;
    sideTabs: string;
    moveOrPlace(args: { cell: string | number }): string;
    moveIt: string;
    placeOnIt: string;
    detail: {
      place: string;
      swap: string;
      stack: string;
      height(args: { height: number }): string;
      capture(args: { cap: number }): string;
      chain: string;
      line: string;
      region: string;
      pay: string;
      recovery: string;
      moveOrPlace: string;
    };
    help: {
      label: string;
      title: string;
      legendTitle: string;
      legend: {
        actor: string;
        target: string;
        marker: string;
        capture: string;
        landing: string;
        trail: string;
      };
      keysTitle: string;
      keys: {
        arrows: {
          key: string;
          action: string;
        };
        enter: {
          key: string;
          action: string;
        };
        escape: {
          key: string;
          action: string;
        };
        count: {
          key: string;
          action: string;
        };
        notation: {
          key: string;
          action: string;
        };
        help: {
          key: string;
          action: string;
        };
      };
    };
    hint: {
      label: string;
      mark: string;
      place(args: { count: number; cell: string | number }): string;
      move(args: { from: string | number; to: string | number }): string;
      capture(args: { over: string | number; to: string | number }): string;
      skipPlacement: string;
      pay(args: { cell: string | number }): string;
      region: string;
      other(args: { notation: string | number }): string;
    };
    takeOneRegion: string;
    costTag: string;
    lineFree(args: { cells: number }): string;
  };
  export default messages;
}

declare module "messages:puzzles" {
  const messages: {
    title: string;
    modes: {
      label: string;
      daily: string;
      rated: string;
      streak: string;
      themes: string;
    };
    loading: string;
    notFound: string;
    level(args: { level: string | number | boolean }): string;
    tag(args: { kind: string | number | boolean; level: string | number }): string;
    goal: {
      win(args: { turns: number; seat: string | number }): string;
      winNow(args: { seat: string | number }): string;
      defend(args: { seat: string | number }): string;
      gain(args: { seat: string | number }): string;
    };
    advice: {
      win(args: { cells: number; rings: number }): string;
      defend: string;
      gain: string;
    };
    steps: {
      label: string;
      place: string;
      run: string;
      claim: string;
      done: string;
      placed(args: { count: number; cell: string | number }): string;
      skipped: string;
    };
    hint: string;
    hintCell(args: { cell: string | number }): string;
    hintMove(args: { move: string | number }): string;
    startOver: string;
    showAnswer: string;
    waiting: {
      solved: string;
      wrong: string;
      refuting: string;
      answer: string;
      judging: string;
    };
    wrong: {
      win(args: { move: string | number }): string;
      defend(args: { seat: string | number }): string;
      gain: string;
    };
    refuted: {
      win(args: { line: string | number }): string;
      defend(args: { seat: string | number; line: string | number }): string;
      gain(args: { line: string | number; after: string | number }): string;
    };
    tryAgain: string;
    whyNot: string;
    solved: {
      title: string;
      win(args: { reason: string | number | boolean }): string;
      defend(args: { seat: string | number }): string;
      gain: string;
      shown: string;
      themes(args: { count: number; list: string | number }): string;
      gained(args: { points: string | number }): string;
      lost(args: { points: string | number }): string;
    };
    next: string;
    openInSandbox: string;
    themes: {
      title: string;
      new: string;
      share(args: { percent: string | number }): string;
      names: {
        capture_chain: string;
        long_chain: string;
        line: string;
        double_line: string;
        region_cut: string;
        forced_elimination: string;
        recovery: string;
        race: string;
        last_player_standing: string;
        only_defence: string;
        win_by_rings: string;
        win_by_land: string;
        quiet_placement: string;
      };
    };
    days: {
      title: string;
      count(args: { count: number }): string;
      best(args: { count: number }): string;
      solved(args: { day: string | number }): string;
      open(args: { day: string | number }): string;
    };
    rating: {
      title: string;
      solved(args: { solved: number; attempts: number }): string;
      week(args: { change: string | number }): string;
      guest: string;
      chart: string;
    };
    run: {
      title: string;
      text: string;
      score(args: { count: number }): string;
      best(args: { count: number }): string;
      over(args: { count: number }): string;
      again: string;
    };
    all: {
      empty: string;
    };
    daily: {
      title: string;
      solve: string;
      solvedToday: string;
    };
  };
  export default messages;
}

declare module "messages:records" {
  const messages: {
    start: string;
    json(args: { problem: string | number }): string;
    unknownFormat: string;
    header: string;
    headerTwice(args: { name: string | number }): string;
    headerMissing(args: { name: string | number }): string;
    headerValue(args: { name: string | number; value: string | number; expected: string | number }): string;
    extraPlayer(args: { seat: string | number; players: string | number }): string;
    position(args: { problem: string | number }): string;
    headersDisagree(args: { name: string | number }): string;
    resultsDiffer(args: { header: string | number; moves: string | number }): string;
    reason(args: { reason: string | number; choices: string | number }): string;
    number: string;
    ranks: string;
    hexadecimal(args: { digits: string | number }): string;
    afterEnd(args: { text: string | number }): string;
    strayBrace(args: { sign: string | number }): string;
    cutOff(args: { move: string | number }): string;
    strayTag(args: { name: string | number }): string;
    unknownTag(args: { name: string | number }): string;
    bracket(args: { sign: string | number }): string;
    variationEmpty: string;
    variationRepeats: string;
    variationRemark: string;
    tooDeep(args: { max: string | number }): string;
    mark(args: { mark: string | number }): string;
    markPlace(args: { mark: string | number }): string;
    markCount(args: { max: string | number }): string;
    moveNumber(args: { number: string | number }): string;
    turnNumber(args: { written: string | number; turn: string | number }): string;
    moveMissing(args: { due: string | number; written: string | number }): string;
    moveRefused(args: { written: string | number; problem: string | number }): string;
    moveCount(args: { found: string | number; claimed: string | number }): string;
    otherResult(args: { move: string | number; found: string | number; claimed: string | number }): string;
    notOver: string;
    wonBy(args: { seat: string | number; reason: string | number }): string;
    otherRanking(args: { found: string | number; claimed: string | number }): string;
    swappedWithoutRule: string;
    swapAt(args: { move: string | number }): string;
    noSwap: string;
    otherSwap(args: { claimed: string | number; found: string | number }): string;
    otherHash(args: { found: string | number; claimed: string | number }): string;
    chainBroken: string;
    tooLong(args: { max: string | number }): string;
  };
  export default messages;
}

declare module "messages:refusals" {
  const messages: {
    ACCOUNT_DELETED: string;
    ALREADY_DECIDED: string;
    ALREADY_ON: string;
    ALREADY_PUBLIC: string;
    ALREADY_REPORTED: string;
    BAD_CHALLENGE: string;
    BAD_EMAIL_TOKEN: string;
    BAD_PASSKEY: string;
    BAD_RESET_TOKEN: string;
    BLOCKED: string;
    CHALLENGE_CLOSED: string;
    CLOCK_RUNS: string;
    CONFLICT: string;
    FULL: string;
    INVALID_SETUP: string;
    INVALID_TOURNAMENT: string;
    KEY_MISSING: string;
    LAST_CHAPTER: string;
    LAST_LEADER: string;
    LEADERS_ONLY: string;
    MALFORMED: string;
    MEMBERS_ONLY: string;
    NAME_RESERVED: string;
    NAME_TAKEN: string;
    NOT_ACCEPTED: string;
    NOT_ALLOWED: string;
    NOT_A_PERSON: string;
    NOT_CORRESPONDENCE: string;
    NOT_FOUND: string;
    NOT_JOINED: string;
    NOT_OVER: string;
    NOT_RATED: string;
    NOT_SANCTIONED: string;
    NOT_YOUR_CHALLENGE: string;
    NOT_YOUR_GAME: string;
    NOT_YOUR_STUDY: string;
    NOT_YOUR_TOURNAMENT: string;
    NO_ADDRESS: string;
    NO_ANSWER: string;
    NO_ANSWER_YET: string;
    NO_AUTHENTICATOR: string;
    NO_MAIL: string;
    NO_PASSKEYS: string;
    NO_RECORD: string;
    NO_VACATION_LEFT: string;
    OTHER_PEOPLE: string;
    OWN_ACCOUNT: string;
    POSITION_TOO_LARGE: string;
    RATED_GAME: string;
    REMOVED: string;
    SEATS_OPEN: string;
    STAFF: string;
    STAFF_ONLY: string;
    TOO_EARLY: string;
    TOO_FEW_ENTRANTS: string;
    TOO_LATE: string;
    TOO_LONG: string;
    TOO_MANY: string;
    TOO_MANY_BLOCKS: string;
    TOO_MANY_BOTS: string;
    TOO_MANY_CHALLENGES: string;
    TOO_MANY_CHAPTERS: string;
    TOO_MANY_CLUBS: string;
    TOO_MANY_FOLLOWS: string;
    TOO_MANY_PASSKEYS: string;
    TOO_MANY_REPORTS: string;
    TOO_MANY_SEARCHES: string;
    TOO_MANY_STUDIES: string;
    TOO_MANY_TOKENS: string;
    TOO_MANY_TOURNAMENTS: string;
    TOURNAMENT_OVER: string;
    TOURNAMENT_STARTED: string;
    UNCHANGED: string;
    UNKNOWN_PASSKEY: string;
    WEAK_PASSWORD: string;
    WRONG_CODE: string;
    WRONG_CREDENTIALS: string;
  };
  export default messages;
}

declare module "messages:replay" {
  const messages: {
    title: string;
    lead: string;
    record: string;
    loading: string;
    studyGame: string;
    another: string;
    first: string;
    previous: string;
    next: string;
    last: string;
    turnButton: string;
    play: string;
    pause: string;
    board(args: { turn: string | number }): string;
    boardAtEnd: string;
    shown(args: { turn: string | number; name: string | number }): string;
    setup(args: { board: string | number; players: number }): string;
    chances: string;
    chance(args: { percent: string | number }): string;
    toMove: string;
    playedArrow(args: { turn: string | number }): string;
    betterArrow(args: { turn: string | number }): string;
    turns: string;
    noTurns: string;
    startOfBook: string;
    marks: {
      mistake: string;
      blunder: string;
    };
    end: string;
    won(args: { name: string | number; reason: string | number | boolean }): string;
    unfinished: string;
    over: string;
    compact: {
      place(args: { count: string | number; cell: string | number }): string;
      move(args: { from: string | number; to: string | number }): string;
      capture(args: { from: string | number; target: string | number; to: string | number }): string;
      captureOn(args: { target: string | number; to: string | number }): string;
      recover(args: { from: string | number; to: string | number }): string;
      line(args: { cells: string | number }): string;
      claim(args: { cells: string | number }): string;
      pay(args: { cell: string | number }): string;
      giveUp(args: { cell: string | number }): string;
      swap: string;
      skip: string;
      nothing: string;
    };
    whatIf: string;
    thinking: string;
    looked(args: { count: number }): string;
    playedLine: string;
    walk: string;
    noLines: string;
    stillLive: string;
    noLinesEngine: string;
    trying(args: { turn: string | number }): string;
    back: string;
    study: string;
    sandbox: string;
    keyTurns: string;
    noKeyTurns: string;
    noOwnKeyTurns: string;
    filter: string;
    all: string;
    mine: string;
    keyTurn(args: { name: string | number; turn: string | number }): string;
    lost(args: { percent: string | number }): string;
    gained(args: { percent: string | number }): string;
    playedWas(args: { turn: string | number }): string;
    betterWas(args: { turn: string | number }): string;
    reason(args: { before: string | number; after: string | number; rings: number; cells: number }): string;
    bestTurn(args: { turn: string | number }): string;
    asEngine: string;
    accuracy: string;
    accuracyOf(args: { percent: string | number }): string;
    noAccuracy: string;
    accuracyHelp: string;
    evaluating(args: { done: string | number; count: string | number }): string;
    noEngine: string;
    noServer: string;
    chart: string;
    chartHelp: string;
    chartTurn: string;
    chartPlayer: string;
    chartValue(args: { turn: string | number; name: string | number; shares: string | number }): string;
    chartUnknown(args: { turn: string | number; name: string | number }): string;
    chartEnd: string;
    shareOf(args: { name: string | number; percent: string | number }): string;
    embed: string;
    embedTitle: string;
    share: string;
    shareTitle(args: { turn: string | number }): string;
    linkCopied: string;
    link: string;
    download: string;
    downloadText: string;
    downloadJson: string;
    downloadPicture: string;
    practice: {
      title: string;
      start(args: { count: number }): string;
      task(args: { number: string | number; count: string | number; turn: string | number; name: string | number }): string;
      played(args: { turn: string | number; percent: string | number }): string;
      ask: string;
      judging: string;
      right(args: { turn: string | number }): string;
      better: string;
      wrong: string;
      shown(args: { turn: string | number }): string;
      again: string;
      show: string;
      next: string;
      close: string;
      done(args: { count: number; solved: string | number }): string;
    };
  };
  export default messages;
}

declare module "messages:rulebook" {
  const messages: {
    title: string;
    lead: string;
    lessons: string;
    search: string;
    searchHint: string;
    found(args: { count: number }): string;
    badges: {
      exact: string;
      faq: string;
      strategy: string;
    };
    questions: string;
    strategy: string;
    contents: string;
    openInSandbox: string;
    showBefore: string;
    playMove(args: { left: number }): string;
    exact: string;
  };
  export default messages;
}

declare module "messages:sandbox" {
  const messages: {
    title: string;
    undo: string;
    redo: string;
    hint: string;
    thinking: string;
    computerThinking(args: { seat: string | number; level: string | number }): string;
    newGame: string;
    edit: string;
    scenarios: string;
    share: string;
    study: string;
    pause: string;
    play: string;
    playFromHere: string;
    paused: string;
    speed: string;
    noScenario(args: { id: string | number }): string;
    openFailed: string;
    restoreFailed(args: { why: string | number }): string;
    otherFormat: string;
    board: string;
    players: string;
    edition: string;
    swap: string;
    person: string;
    level(args: { level: string | number }): string;
    seatPlayer(args: { seat: string | number }): string;
    start: string;
    editTitle: string;
    editLead: string;
    pieces: string;
    ring(args: { seat: string | number }): string;
    marker(args: { seat: string | number }): string;
    territory(args: { seat: string | number }): string;
    remove: string;
    clear: string;
    toMove: string;
    rings: string;
    inHand(args: { count: string | number }): string;
    eliminated(args: { count: string | number }): string;
    eliminateMore(args: { seat: string | number }): string;
    eliminateFewer(args: { seat: string | number }): string;
    noRing(args: { seat: string | number }): string;
    valid: string;
    done: string;
    cancel: string;
    scenarioLead: string;
    search: string;
    found(args: { count: number }): string;
    open: string;
    playMoves: string;
    rules: string;
    subjects: {
      placement: string;
      swap: string;
      movement: string;
      capture: string;
      chain_capture: string;
      line: string;
      region: string;
      forced_elimination: string;
      recovery: string;
      last_player_standing: string;
      stalemate: string;
      ring_elimination: string;
      territory_control: string;
      ranking: string;
      import: string;
    };
    link: string;
    embed: string;
    gameLink: string;
    position: string;
    record: string;
    download: string;
    load: string;
    loadLabel: string;
    loadHint: string;
    file: string;
  };
  export default messages;
}

declare module "messages:settings" {
  const messages: {
    title: string;
    scope: string;
    theme: {
      label: string;
      hint: string;
      auto: string;
      slate: string;
      walnut: string;
      paper: string;
      contrast: string;
      preview(args: { theme: string | number }): string;
    };
    colours: {
      label: string;
      hint: string;
      usual: string;
      clear: string;
    };
    motion: {
      label: string;
      auto: string;
      on: string;
      fast: string;
      off: string;
    };
    sound: {
      label: string;
      hint: string;
    };
    coordinates: {
      label: string;
      hint: string;
    };
    story: {
      label: string;
      hint: string;
      words: string;
      notation: string;
    };
    confirmMoves: {
      label: string;
      hint: string;
    };
  };
  export default messages;
}

declare module "messages:shell" {
  const messages: {
    name: string;
    title(args: { page: string | number }): string;
    skip: string;
    navigation: string;
    tabs: string;
    sections: {
      home: string;
      play: string;
      watch: string;
      puzzles: string;
      learn: string;
      analyse: string;
      leaders: string;
      you: string;
    };
    logIn: string;
    register: string;
    profile: string;
    pages: {
      home: string;
      lobby: string;
      game: string;
      join: string;
      watch: string;
      people: string;
      conversation: string;
      clubs: string;
      club: string;
      correspondence: string;
      tournaments: string;
      tournament: string;
      sandbox: string;
      replay: string;
      replayGame: string;
      study: string;
      sharedStudy: string;
      studies: string;
      openings: string;
      searchGames: string;
      analyse: string;
      puzzles: string;
      puzzle: string;
      learn: string;
      start: string;
      lesson: string;
      rulebook: string;
      exactRules: string;
      faq: string;
      strategy: string;
      fairPlay: string;
      profile: string;
      leaders: string;
      settings: string;
      account: string;
      apiDocs: string;
      recover: string;
      resetPassword: string;
      verifyEmail: string;
      embedGame: string;
      embedPosition: string;
      administration: string;
    };
    notFound: {
      title: string;
      advice: string;
      home: string;
    };
    crash: {
      title: string;
      advice: string;
      reload: string;
    };
    language: {
      label: string;
      auto(args: { language: string | number }): string;
      notLoaded: string;
    };
    update: {
      text: string;
      action: string;
    };
    retry: string;
    loading: string;
    connection: {
      connecting: string;
      reconnecting: string;
      connected: string;
    };
    close: string;
    copy: string;
    copied: string;
    copyFailed: string;
    errors: {
      offline: string;
      unexpected(args: { status: string | number }): string;
      codes: {
        ACCOUNT_NEEDED: string;
        NO_GUESTS: string;
        NO_REGISTRATION: string;
        ALREADY_REGISTERED: string;
        NOT_LOGGED_IN: string;
        CSRF: string;
        PRIVATE: string;
        INVITE_NEEDED: string;
        SEAT_TAKEN: string;
        ALREADY_STARTED: string;
        GAME_OVER: string;
        NOT_STARTED: string;
        TOO_MANY_GAMES: string;
        FLOOD: string;
        COMPUTER_THINKS: string;
        YOUR_OFFER: string;
        YOUR_TURN: string;
        OPPONENT_PRESENT: string;
        SECOND_FACTOR_NEEDED: string;
        INTERNAL: string;
        CLOSING: string;
        QUEUE_FULL: string;
        STORAGE_FULL: string;
        TIMEOUT: string;
        OUTCOME_UNKNOWN: string;
        TRY_AGAIN: string;
      };
      links: {
        register: string;
        logIn: string;
        account: string;
        lobby: string;
        home: string;
      };
    };
  };
  export default messages;
}

declare module "messages:story" {
  const messages: {
    title: string;
    form: string;
    words: string;
    notation: string;
    empty: string;
    turn(args: { name: string | number; turn: string | number }): string;
    soFar(args: { name: string | number }): string;
    replay: string;
    replayLabel: string;
    goToTurn(args: { turn: string | number }): string;
    you: string;
    sentence(args: { who: string | number | boolean; name: string | number; clauses: string | number }): string;
    ownerOf: {
      marker(args: { owner: string | number | boolean; colour: string | number }): string;
      ring(args: { owner: string | number | boolean; colour: string | number }): string;
      stack(args: { owner: string | number | boolean; colour: string | number }): string;
    };
    counts(args: { rings: number; who: string | number | boolean; name: string | number }): string;
    eliminated(args: { rings: number }): string;
    steps: {
      place(args: { count: number; cell: string | number }): string;
      placeOn(args: { stack: string | number; cell: string | number }): string;
      placeOver(args: { stack: string | number; cell: string | number }): string;
      move(args: { from: string | number; to: string | number }): string;
      capture(args: { target: string | number; ring: string | number; to: string | number }): string;
      turnOne(args: { marker: string | number; cells: string | number; colour: string | number }): string;
      turnMany(args: { count: string | number; owner: string | number | boolean; old: string | number; colour: string | number; cells: string | number }): string;
      territory(args: { count: number; owner: string | number | boolean; cells: string | number }): string;
      land(args: { marker: string | number; eliminated: string | number; counts: string | number }): string;
      landGone(args: { marker: string | number; eliminated: string | number; counts: string | number }): string;
      landLost(args: { marker: string | number; eliminated: string | number; counts: string | number; owner: string | number | boolean; colour: string | number }): string;
      line(args: { length: string | number; cells: string | number; count: string | number }): string;
      linePart(args: { length: string | number; count: string | number; cells: string | number }): string;
      region(args: { cells: string | number; count: string | number; rings: number; eliminated: string | number; counts: string | number }): string;
      payLine(args: { cell: string | number; eliminated: string | number; counts: string | number }): string;
      payTerritory(args: { cell: string | number; eliminated: string | number; counts: string | number }): string;
      payRecovery(args: { cell: string | number; eliminated: string | number; counts: string | number }): string;
      forced(args: { cell: string | number; eliminated: string | number; counts: string | number }): string;
      slide(args: { from: string | number; to: string | number }): string;
      strike(args: { cell: string | number; ring: string | number; counts: string | number }): string;
      skipPlacement: string;
      skipCapture: string;
      skipRecovery: string;
      skipTerritory: string;
      stuck: string;
      swap(args: { who: string | number | boolean; colour: string | number }): string;
    };
    summary: {
      place(args: { count: string | number; cell: string | number }): string;
      placeOver(args: { stack: string | number; cell: string | number }): string;
      move(args: { from: string | number; to: string | number }): string;
      moveOn(args: { to: string | number }): string;
      capture(args: { ring: string | number; target: string | number; to: string | number }): string;
      chain(args: { count: string | number; to: string | number }): string;
      turn(args: { count: number; cells: string | number }): string;
      turnMany(args: { count: string | number }): string;
      territory(args: { cells: string | number }): string;
      territoryMany(args: { count: string | number }): string;
      land(args: { eliminated: string | number }): string;
      line(args: { length: string | number; count: string | number }): string;
      region(args: { cells: string | number; count: string | number; rings: number }): string;
      pay(args: { rings: number }): string;
      forced(args: { rings: number; cell: string | number }): string;
      slide(args: { from: string | number; to: string | number }): string;
      strike(args: { ring: string | number; cell: string | number }): string;
    };
    out(args: { who: string | number | boolean; name: string | number }): string;
    alone(args: { who: string | number | boolean; name: string | number; rounds: string | number }): string;
    end(args: { who: string | number | boolean; name: string | number; how: string | number }): string;
    will: {
      place(args: { count: number }): string;
      placeOver(args: { stack: string | number }): string;
      placeOn: string;
      move: string;
      capture(args: { target: string | number; ring: string | number }): string;
      turn(args: { count: number; marker: string | number; cells: string | number; colour: string | number }): string;
      territory(args: { count: number; cells: string | number }): string;
      land: string;
      landGone: string;
      landLost(args: { colour: string | number }): string;
      line(args: { count: string | number }): string;
      region(args: { count: string | number; rings: number }): string;
      pay(args: { rings: number }): string;
      slide: string;
      strike(args: { ring: string | number }): string;
      skipPlacement: string;
      skipCapture: string;
      skipRecovery: string;
      skipTerritory: string;
      swap(args: { colour: string | number }): string;
      thenCapture: string;
      thenChain: string;
      thenLine: string;
      thenRegion: string;
      wins: string;
      thenPay: string;
    };
    consequence(args: { cell: string | number; clauses: string | number }): string;
    consequenceOfButton(args: { clauses: string | number }): string;
  };
  export default messages;
}

declare module "messages:study" {
  const messages: {
    title: string;
    start: string;
    stop: string;
    again: string;
    variations: string;
    count: string;
    queued(args: { count: number }): string;
    thinking: string;
    stopped: string;
    done: string;
    depth(args: { depth: string | number }): string;
    nodes(args: { count: number }): string;
    speed(args: { count: number }): string;
    onServer: string;
    askServer: string;
    pageFirst: string;
    serverOnly: string;
    inPage: string;
    nowhere: string;
    refused(args: { message: string | number }): string;
    over: string;
    shares: string;
    shareStudy: string;
    share(args: { seat: string | number; percent: string | number }): string;
    playTurn: string;
    percent(args: { percent: string | number }): string;
    then(args: { name: string | number; turn: string | number }): string;
    ends: string;
    undo: string;
    redo: string;
    sandbox: string;
    newGame: string;
    load: string;
    untitled: string;
    chapters: string;
    chapterName(args: { number: string | number }): string;
    moves: string;
    noMoves: string;
    turn(args: { turn: string | number }): string;
    comment: string;
    commentHint: string;
    deleteFrom: string;
    makeMain: string;
    marks: string;
    markColour(args: { colour: string | number | boolean }): string;
    markFirst: string;
    markSecond(args: { cell: string | number }): string;
    clearMarks: string;
    newChapter: string;
    emptyBoard: string;
    fromText: string;
    board: string;
    players: string;
    addChapter: string;
    rename: string;
    deleteChapter: string;
    moveUp: string;
    moveDown: string;
    settings: string;
    visibility: string;
    private: string;
    link: string;
    public: string;
    shareLink: string;
    download: string;
    delete: string;
    deleteSure: string;
    deleteYes: string;
    keep: string;
    saveCopy: string;
    keepOnAccount: string;
    onlyHere: string;
    by(args: { name: string | number }): string;
    saved: string;
    saving: string;
    waiting: string;
    refusedSave(args: { message: string | number }): string;
    conflict: string;
    conflictKeep: string;
    conflictLoad: string;
    copyName(args: { name: string | number }): string;
    storageFull: string;
    noChapter: string;
    tooManyChapters(args: { max: string | number }): string;
    loading: string;
    yours: string;
    everybody: string;
    noStudies: string;
    noPublic: string;
    guests: string;
    open: string;
    importStudy: string;
    importName: string;
    importLabel: string;
    import: string;
    lastChange(args: { name: string | number; count: number }): string;
    more: string;
    boardOf(args: { name: string | number }): string;
    gameChapter: string;
    positionChapter: string;
  };
  export default messages;
}

declare module "messages:terms" {
  const messages: {
    seat(args: { seat: string | number | boolean }): string;
    colour(args: { seat: string | number | boolean }): string;
    boards: {
      square8: string;
      hex8: string;
      square19: string;
      hexagonal: string;
    };
    starts: {
      empty: string;
      balanced: string;
    };
    editions: {
      standard: string;
      classic: string;
    };
    players(args: { count: number }): string;
    level(args: { level: string | number }): string;
    bot(args: { name: string | number }): string;
    speeds: {
      slow: string;
      normal: string;
      fast: string;
    };
    cells(args: { count: number }): string;
    strength(args: { level: string | number | boolean }): string;
  };
  export default messages;
}

declare module "messages:tournaments" {
  const messages: {
    title: string;
    create: string;
    running: string;
    upcoming: string;
    finished: string;
    none: string;
    all: string;
    formats: {
      arena: string;
      swiss: string;
      tables: string;
    };
    formatHints: {
      arena: string;
      swiss: string;
      tables: string;
    };
    minutes(args: { minutes: number }): string;
    rounds(args: { rounds: number }): string;
    entrants(args: { count: number }): string;
    starts(args: { when: string | number }): string;
    ended(args: { when: string | number }): string;
    round(args: { round: string | number; rounds: string | number }): string;
    endsIn(args: { time: string | number }): string;
    nextRound(args: { time: string | number }): string;
    cancelled: string;
    over(args: { name: string | number }): string;
    join: string;
    joinCount(args: { count: string | number }): string;
    rejoin: string;
    withdraw: string;
    watch: string;
    joined: string;
    paused: string;
    withdrawn: string;
    waiting: string;
    yourGame: string;
    startNow: string;
    cancel: string;
    cancelQuestion: string;
    standings: string;
    rank: string;
    player: string;
    points: string;
    games: string;
    buchholz: string;
    buchholzHint: string;
    onFire: string;
    gone: string;
    absent: string;
    computer(args: { number: string | number; level: string | number }): string;
    pairings: string;
    latest: string;
    bye(args: { name: string | number }): string;
    missed(args: { name: string | number }): string;
    playing: string;
    openGame: string;
    boards: string;
    createdBy(args: { name: string | number }): string;
    rated: string;
    unrated: string;
    repeats: {
      "0": string;
      "1": string;
      "7": string;
    };
    needsAccount: string;
    form: {
      name: string;
      description: string;
      format: string;
      board: string;
      clock: string;
      tableSize: string;
      length: string;
      start: string;
      in(args: { minutes: number }): string;
      inHours(args: { hours: number }): string;
      inDays(args: { days: number }): string;
      now: string;
      computers: string;
      noComputers: string;
      computersCount(args: { count: number }): string;
      level: string;
      repeat: string;
      rated: string;
      ratedHint: string;
      submit: string;
    };
  };
  export default messages;
}

declare module "messages:rules" {
  import messages from "@package/rules/data/messages.json";
  const rules: Omit<typeof messages, "$comment" | "codes">;
  export default rules;
}

declare module "messages:documents" {
  const markdown: Record<"play" | "faq" | "strategy", string>;
  export default markdown;
}

declare module "messages:documents/en" {
  export { default } from "messages:documents";
}

declare module "messages:languages" {
  type Load = () => Promise<{ default: unknown }>;
  type Catalogue = Record<string, Load>;
  /** The translations: where their areas are. */
  export const catalogues: Record<string, () => Promise<{ default: Catalogue }>>;
}
